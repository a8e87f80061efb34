/** Equal type, length and bits: what a deep comparison says of two typed arrays, a thousand times faster on large ones. */
export function sameBytes(a: NodeJS.TypedArray, b: NodeJS.TypedArray): boolean {
  const bytes = (array: NodeJS.TypedArray) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  return a.constructor === b.constructor && bytes(a).equals(bytes(b));
}
