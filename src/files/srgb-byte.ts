import { linearOfSrgb } from '../math/srgb.ts';

/** [256] the least linear light that is nearer to each byte than to the one below it. */
const edges = Float64Array.from({ length: 256 }, (_, byte) => linearOfSrgb((byte - 0.5) / 255));

/** The sRGB byte, 0..255, nearest to linear light; beyond 0..1 is cut off, NaN is 0. */
export function srgbByteOf(linear: number): number {
  let [low, high] = [0, 255];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (linear >= edges[middle]) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The byte nearest to a share 0..1; beyond is cut off, NaN is 0. */
export function shareByteOf(share: number): number {
  return share > 0 ? Math.round(255 * Math.min(1, share)) : 0;
}
