/**
 * Returns whether two typed arrays have the same type, length and bits. For large arrays, this is a thousand times faster than a deep
 * comparison.
 */
export function sameBytes(a: NodeJS.TypedArray, b: NodeJS.TypedArray): boolean {
  const bytes = (array: NodeJS.TypedArray) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  return a.constructor === b.constructor && bytes(a).equals(bytes(b));
}
