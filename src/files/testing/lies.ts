/**
 * Yields all versions of a text file in which one number is replaced by 999999999999999; for a binary file, all versions in which the four
 * bytes at every third position are replaced by 2³¹ − 1.
 */
export function* lies(bytes: Uint8Array, isBinary: boolean, isLittleEndian: boolean): Generator<Uint8Array> {
  const text = toLatin1(bytes);
  for (const { index, 0: word } of text.matchAll(/\b\d+\b/g)) {
    yield fromLatin1(`${text.slice(0, index)}999999999999999${text.slice(index + word.length)}`);
  }
  for (let at = 0; isBinary && at + 4 <= bytes.length; at += 3) {
    const changed = bytes.slice();
    changed.set(isLittleEndian ? [0xff, 0xff, 0xff, 0x7f] : [0x7f, 0xff, 0xff, 0xff], at);
    yield changed;
  }
}

/** Returns one character for each byte, so that binary parts of a file are preserved. */
function toLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function fromLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
