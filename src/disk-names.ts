/** Returns the length of a text in UTF-8 bytes, in which file systems limit the length of names. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns a key for comparing paths as most file systems do, without regard to case and Unicode normalization form. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
