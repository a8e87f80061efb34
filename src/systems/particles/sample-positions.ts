import { hashBits } from '../../math/random.ts';
import type { PointSet } from '../../motion/point-set.ts';
import { sampleBlueNoise } from './match/blue-noise.ts';
import type { Shape } from './shape.ts';

/** Number of candidates for each position that is kept. More do not improve the distribution. */
const candidatesPerPosition = 5;

/**
 * Returns `count` positions in a shape. For a shape that consists of points, they are these points: the first `count` in their
 * order (`inOrder`), or distributed over all of them. If there are too few points they are used repeatedly, each as often as any
 * other within one. In other shapes they are uniform or random.
 */
export function samplePositions(
  shape: Shape,
  count: number,
  sampling: 'blueNoise' | 'random',
  seed: number,
  inOrder: boolean,
): PointSet {
  const { points } = shape;
  if (points) {
    const step = inOrder || count >= points.count ? 1 : points.count / count;
    return pickPoints(
      points,
      Uint32Array.from({ length: count }, (_, k) => Math.floor(k * step) % points.count),
    );
  }
  if (sampling === 'random' || count < 2) return shape.sample(count, seed);
  const candidates = shape.sample(candidatesPerPosition * count, seed);
  const { measure, uneven } = shape;
  const dimension = shape.dimension as 1 | 2 | 3;
  return pickPoints(candidates, sampleBlueNoise(candidates.positions, count, { dimension, measure, uneven }));
}

/** Returns the points with these indices, in that order. */
export function pickPoints(from: PointSet, indices: Uint32Array): PointSet {
  const { positions, colors, normals, anchors } = from;
  return {
    count: indices.length,
    positions: pickRows(Float64Array, positions, indices, 3),
    colors: colors && pickRows(Float32Array, colors, indices, 4),
    normals: normals && pickRows(Float32Array, normals, indices, 3),
    anchors: anchors && {
      triangles: pickRows(Uint32Array, anchors.triangles, indices, 1),
      weights: pickRows(Float64Array, anchors.weights, indices, 2),
      heights: anchors.heights && pickRows(Float64Array, anchors.heights, indices, 1),
    },
  };
}

type Rows = Float64Array | Float32Array | Uint32Array;

/** Returns rows of `stride` numbers with these indices, in that order. */
export function pickRows<Row extends Rows>(
  Kind: new (length: number) => Row,
  from: Row,
  indices: Uint32Array,
  stride: number,
): Row {
  const out = new Kind(stride * indices.length);
  for (let k = 0; k < indices.length; k++) {
    const o = stride * indices[k];
    for (let axis = 0; axis < stride; axis++) out[stride * k + axis] = from[o + axis];
  }
  return out;
}

/** Returns a random permutation of 0 … count − 1, the same for the same seed: sorted by a hash of each number. */
export function shuffledOrder(count: number, seed: number, use: number, salt = 0): Uint32Array {
  const keys = new Float64Array(count);
  // The number itself makes keys unique: 32 bits of hash, 21 of the number.
  for (let k = 0; k < count; k++) keys[k] = hashBits(seed, use, k, salt) * 2097152 + (k % 2097152);
  const order = new Uint32Array(count);
  if (count <= 2097152) {
    keys.sort();
    for (let k = 0; k < count; k++) order[k] = keys[k] % 2097152;
    return order;
  }
  for (let k = 0; k < count; k++) order[k] = k;
  return order.sort((a, b) => keys[a] - keys[b] || a - b);
}
