import { hashUnit } from '../../math/random.ts';
import type { PointsFrame } from '../../motion/points-frame.ts';

/**
 * Creates particles with random values that depend on the seed. Arrays are longer than `count`. Ids increase with gaps. Orientations are
 * unit quaternions.
 */
export function randomPoints(
  seed: number,
  count: number,
  options: { isTurning?: boolean; attributes?: readonly string[] } = {},
): PointsFrame {
  const room = count + 3;
  const floats = (kind: number, width: number, low: number, high: number) =>
    Float32Array.from({ length: width * room }, (_, k) => low + (high - low) * hashUnit(seed, kind, k));
  const orientations = floats(1, 4, -1, 1);
  for (let k = 0; k < 4 * room; k += 4) {
    const part = orientations.subarray(k, k + 4);
    const length = Math.sqrt(part.reduce((sum, value) => sum + value * value, 0));
    part.forEach((value, c) => {
      part[c] = value / length;
    });
  }
  return {
    count,
    ids: Uint32Array.from({ length: room }, (_, k) => 3 * k + 1 + (seed % 2)),
    positions: floats(2, 3, -5, 5),
    velocities: floats(3, 3, -1, 1),
    orientations: options.isTurning ? orientations : null,
    colors: floats(4, 4, 0, 1),
    sizes: floats(5, 1, 0.01, 0.05),
    birthTimes: floats(6, 1, 0, 2),
    attributes: new Map((options.attributes ?? []).map((name, k) => [name, floats(7 + k, 1, -100, 100)])),
  };
}
