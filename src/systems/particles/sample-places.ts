import { hashBits } from '../../math/random.ts';
import type { PointSet } from '../../motion/point-set.ts';
import { sampleBlueNoise } from './match/blue-noise.ts';
import type { Shape } from './shape.ts';

/** Candidates for each place that is kept: more of them spread no better. */
const candidatesPerPlace = 5;

/**
 * `count` places in a shape. Of a shape that consists of points, they are those points: the first `count` in their order
 * (`inOrder`) or spread over all of them; again from the beginning where there are too few, so that each is used as often as
 * any other within one. Of any other, evenly spread or by chance.
 */
export function samplePlaces(
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
  const candidates = shape.sample(candidatesPerPlace * count, seed);
  const { measure, uneven } = shape;
  const dimension = shape.dimension as 1 | 2 | 3;
  return pickPoints(candidates, sampleBlueNoise(candidates.positions, count, { dimension, measure, uneven }));
}

/** Points at those places of a set, in that order. */
export function pickPoints(from: PointSet, places: Uint32Array): PointSet {
  const { positions, colors, normals, anchors } = from;
  return {
    count: places.length,
    positions: pickRows(Float64Array, positions, places, 3),
    colors: colors && pickRows(Float32Array, colors, places, 4),
    normals: normals && pickRows(Float32Array, normals, places, 3),
    anchors: anchors && {
      triangles: pickRows(Uint32Array, anchors.triangles, places, 1),
      weights: pickRows(Float64Array, anchors.weights, places, 2),
      heights: anchors.heights && pickRows(Float64Array, anchors.heights, places, 1),
    },
  };
}

type Rows = Float64Array | Float32Array | Uint32Array;

/** Rows of `stride` numbers at those places, in that order. */
export function pickRows<Row extends Rows>(
  Kind: new (length: number) => Row,
  from: Row,
  places: Uint32Array,
  stride: number,
): Row {
  const out = new Kind(stride * places.length);
  for (let k = 0; k < places.length; k++) {
    const o = stride * places[k];
    for (let axis = 0; axis < stride; axis++) out[stride * k + axis] = from[o + axis];
  }
  return out;
}

/** 0 … count − 1 in an order of chance, the same for the same seed: sorted by a hash of each. */
export function shuffledOrder(count: number, seed: number, use: number, salt = 0): Uint32Array {
  const keys = new Float64Array(count);
  // The number itself breaks ties, which makes keys unique: 32 bits of hash, 21 of the number.
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
