import { linearOfSrgb } from '../math/srgb.ts';

/** For each byte, the minimum linear value that is closer to this byte than to the byte below. [256] */
const edges = Float64Array.from({ length: 256 }, (_, byte) => linearOfSrgb((byte - 0.5) / 255));

/** Returns the sRGB byte, 0..255, that is closest to a linear value. Values are clamped to 0..1; NaN gives 0. */
export function srgbByteOf(linear: number): number {
  let [low, high] = [0, 255];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (linear >= edges[middle]) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the byte, 0..255, that is closest to a fraction. The fraction is clamped to 0..1; NaN gives 0. */
export function toSrgbByte(fraction: number): number {
  return fraction > 0 ? Math.round(255 * Math.min(1, fraction)) : 0;
}
