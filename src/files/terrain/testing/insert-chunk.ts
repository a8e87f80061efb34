import { crc32 } from '../../crc32.ts';

/** Returns a PNG with an additional chunk after its header. type: four letters. */
export function insertChunk(png: Uint8Array, type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  new DataView(chunk.buffer).setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, headerEnd));
  out.set(chunk, headerEnd);
  out.set(png.subarray(headerEnd), headerEnd + chunk.length);
  return mendChecks(out);
}

/** Number of bytes of the signature and of the chunk IHDR. */
const headerEnd = 33;

/**
 * Returns the same PNG with correct checksums of all chunks that can be reached by their lengths, so that damage elsewhere is not detected
 * by a checksum.
 */
export function mendChecks(png: Uint8Array): Uint8Array {
  const mended = png.slice();
  const view = new DataView(mended.buffer);
  for (let at = 8; at + 12 <= mended.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > mended.length) break;
    view.setUint32(end, crc32(mended.subarray(at + 4, end)));
    at = end + 4;
  }
  return mended;
}
