/**
 * Returns a 64-bit checksum of bytes, as two 32-bit numbers, which detects damage of stored data. Computing it takes about as long as
 * reading the memory. Each step is a bijection of its 32-bit state, so a change of a single word always changes the checksum. It is not
 * cryptographic.
 */
export function checksum(...parts: readonly Uint8Array[]): [low: number, high: number] {
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  const mix = (word: number) => {
    low = Math.imul(low ^ word, 0x9e3779b1);
    low = (low << 15) | (low >>> 17);
    high = Math.imul(high ^ word, 0xc2b2ae35);
    high = (high << 13) | (high >>> 19);
  };
  for (const bytes of parts) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = bytes.length & ~3;
    for (let at = 0; at < end; at += 4) {
      const word = view.getInt32(at, true);
      low = Math.imul(low ^ word, 0x9e3779b1);
      low = (low << 15) | (low >>> 17);
      high = Math.imul(high ^ word, 0xc2b2ae35);
      high = (high << 13) | (high >>> 19);
    }
    for (let at = end; at < bytes.length; at++) mix(bytes[at]);
    mix(bytes.length);
  }
  return [low >>> 0, high >>> 0];
}
