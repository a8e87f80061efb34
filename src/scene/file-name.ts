import { utf8Length } from '../disk-names.ts';

const longest = 100;
/** Of UTF-8. Disks take 255, and outputs add words and endings. */
const mostBytes = 200;

/**
 * Whether a name can be a file name on any disk: 1 to 100 characters and at most 200 bytes of UTF-8, none that a system refuses
 * or keeps for itself, no half of a character.
 */
export function isFileName(name: string): boolean {
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no disk takes.
    /^[^/\\:*?"<>|\u0000-\u001f]{1,100}$/.test(name) &&
    !/^\.|[. ]$/.test(name) &&
    !/\p{Surrogate}/u.test(name) &&
    utf8Length(name) <= mostBytes &&
    !isDeviceName(name)
  );
}

/** Windows takes these names for devices, in any case and whatever follows a dot. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i.test(name);
}

/** The nearest name that can be a file name: `walk <1>` becomes `walk _1_`; `unnamed` where nothing is left. */
export function cleanFileName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no disk takes.
  const plain = text.replace(/[/\\:*?"<>|\u0000-\u001f]|\p{Surrogate}/gu, '_').replace(/^[. ]+/, '');
  const characters = Array.from(isDeviceName(plain) ? `_${plain}` : plain);
  let length = 0;
  let bytes = 0;
  const end = characters.findIndex((character) => {
    length += character.length;
    bytes += utf8Length(character);
    return length > longest || bytes > mostBytes;
  });
  if (end >= 0) characters.length = end;
  const cut = characters.join('').replace(/[. ]+$/, '');
  return cut === '' ? 'unnamed' : cut;
}
