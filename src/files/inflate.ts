import { Unzlib } from 'fflate';

/** How many bytes one packed byte can become. */
export const mostDeflateGrowth = 1032;

/** Packed bytes that are unpacked at once: 17 MB at most. */
const chunkSize = 16_384;

/**
 * The first bytes of a zlib stream, `most` at most: what lies behind them is not unpacked, however much it would be. Fewer
 * where the stream is shorter. Throws an Error of words for packed bytes that cannot be.
 */
export function inflateUpTo(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(Math.min(most, mostDeflateGrowth * packed.length));
  let length = 0;
  const stream = new Unzlib((part) => {
    const kept = part.subarray(0, out.length - length);
    out.set(kept, length);
    length += kept.length;
  });
  for (let at = 0; at < packed.length && length < out.length; at += chunkSize) {
    stream.push(packed.subarray(at, at + chunkSize), at + chunkSize >= packed.length);
  }
  return out.subarray(0, length);
}
