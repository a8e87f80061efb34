/** Returns one array with the bytes of all parts, in their order. */
export function joinBytes(parts: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    out.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return out;
}
