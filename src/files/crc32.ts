const table = Uint32Array.from({ length: 256 }, (_, k) => {
  let c = k;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** Returns the CRC-32 (polynomial 0xEDB88320, reflected). PNG specification, annex D. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) c = table[(c ^ bytes[k]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
