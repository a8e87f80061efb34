/** Bytes as letters of Latin-1, one each: for what a format writes in plain letters. */
export function lettersOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
