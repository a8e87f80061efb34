/** Skin weights from distances. */
import type { SkinWeights } from './write-character.ts';

/**
 * Writes the distance of the point (x, y, z) from each bone, metres, to distances [boneCount]. A bone without a value counts as far away.
 */
export type Measure = (x: number, y: number, z: number, distances: Float64Array) => void;

/**
 * Returns the weights of vertices. positions: [3 · vertexCount], m. A vertex follows the nearest bone, and other bones that are nearly as
 * near: a bone that is farther by `fade` metres has the weight 0. Each vertex has at most four bones.
 */
export function weighSkin(
  positions: Float64Array,
  boneCount: number,
  fade: number,
  measure: Measure,
): SkinWeights {
  const count = positions.length / 3;
  const joints = new Uint8Array(4 * count);
  const weights = new Uint8Array(4 * count);
  const distances = new Float64Array(boneCount);
  for (let v = 0; v < count; v++) {
    distances.fill(1e3);
    measure(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], distances);
    const nearest = Math.min(...distances);
    const ranked = Array.from(distances, (distance, bone) => {
      const closeness = Math.max(0, 1 - (distance - nearest) / fade);
      return { bone, weight: closeness * closeness };
    })
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || a.bone - b.bone)
      .slice(0, 4);
    writeQuantized(joints, weights, 4 * v, ranked);
  }
  return { joints, weights };
}

/** Scales the weights to a sum of 255 and rounds them. The largest weight takes the rounding error, so the sum stays exact. */
function writeQuantized(
  joints: Uint8Array,
  weights: Uint8Array,
  at: number,
  ranked: { bone: number; weight: number }[],
): void {
  const sum = ranked.reduce((total, { weight }) => total + weight, 0);
  let left = 255;
  for (let i = ranked.length - 1; i >= 0; i--) {
    const value = i === 0 ? left : Math.round((255 * ranked[i].weight) / sum);
    left -= value;
    weights[at + i] = value;
    joints[at + i] = value > 0 ? ranked[i].bone : 0;
  }
}
