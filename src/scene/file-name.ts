const longest = 100;

/** Whether a name can be a file name on any disk: 1 to 100 characters, none that a system refuses or keeps for itself. */
export function isFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no disk takes.
  return /^[^/\\:*?"<>|\u0000-\u001f]{1,100}$/.test(name) && !/^\.|[. ]$/.test(name) && !isDeviceName(name);
}

/** Windows takes these names for devices, in any case and whatever follows a dot. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com[0-9]|lpt[0-9]) *(\.|$)/i.test(name);
}

/** The nearest name that can be a file name: `walk <1>` becomes `walk _1_`; `unnamed` where nothing is left. */
export function cleanFileName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no disk takes.
  const plain = text.replace(/[/\\:*?"<>|\u0000-\u001f]/g, '_').replace(/^[. ]+/, '');
  const characters = Array.from(isDeviceName(plain) ? `_${plain}` : plain);
  while (characters.join('').length > longest) characters.pop();
  const cut = characters.join('').replace(/[. ]+$/, '');
  return cut === '' ? 'unnamed' : cut;
}
