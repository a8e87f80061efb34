/** Decodes bytes as Latin-1, one character for each byte. Used for tags and keywords of file formats. */
export function lettersOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
