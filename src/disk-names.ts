/** Bytes of a text as UTF-8, which is how disks count names. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A path as disks compare it: most make no difference between upper and lower case, or between ways to write an accent. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
