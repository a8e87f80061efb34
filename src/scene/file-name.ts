import { utf8Length } from '../disk-names.ts';

const longest = 100;
/** Maximum length in UTF-8 bytes. File systems allow 255; outputs append suffixes and extensions. */
const maxBytes = 200;

/**
 * Returns whether a name is a valid file name on every operating system: 1 to 100 UTF-16 code units, at most 200 bytes in UTF-8, no
 * reserved character or name, no unpaired surrogate.
 */
export function isFileName(name: string): boolean {
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are invalid in file names.
    /^[^/\\:*?"<>|\u0000-\u001f]{1,100}$/.test(name) &&
    !/^\.|[. ]$/.test(name) &&
    !/\p{Surrogate}/u.test(name) &&
    utf8Length(name) <= maxBytes &&
    !isDeviceName(name)
  );
}

/** Returns whether Windows reserves a name for a device, whatever its case and extension. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i.test(name);
}

/** Turns a text into a valid file name: `walk <1>` becomes `walk _1_`; `unnamed` if no character is left. */
export function cleanFileName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are invalid in file names.
  const plain = text.replace(/[/\\:*?"<>|\u0000-\u001f]|\p{Surrogate}/gu, '_').replace(/^[. ]+/, '');
  const characters = Array.from(isDeviceName(plain) ? `_${plain}` : plain);
  let length = 0;
  let bytes = 0;
  const end = characters.findIndex((character) => {
    length += character.length;
    bytes += utf8Length(character);
    return length > longest || bytes > maxBytes;
  });
  if (end >= 0) characters.length = end;
  const cut = characters.join('').replace(/[. ]+$/, '');
  return cut === '' ? 'unnamed' : cut;
}
