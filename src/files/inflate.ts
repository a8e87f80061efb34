import { Unzlib } from 'fflate';

/** Maximum ratio of unpacked to packed bytes in DEFLATE. */
export const maxDeflateRatio = 1032;

/** Number of packed bytes for each decompression step. A step produces at most 17 MB. */
const chunkSize = 16_384;

/**
 * Returns the first `maxBytes` decompressed bytes of a zlib stream, or fewer if the stream is shorter. The rest of the stream is not
 * decompressed, which makes decompression bombs harmless. Throws Error for an invalid stream.
 */
export function inflateUpTo(packed: Uint8Array, maxBytes: number): Uint8Array {
  const out = new Uint8Array(Math.min(maxBytes, maxDeflateRatio * packed.length));
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
