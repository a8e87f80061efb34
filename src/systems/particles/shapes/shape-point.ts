import { hashUnit } from '../../../math/random.ts';
import type { PointSet } from '../../../motion/point-set.ts';
import type { Placement } from './placement.ts';

/** A point of a shape, in the shape's own axes. Each `PickPoint` overwrites it. */
export interface ShapePoint {
  x: number;
  y: number;
  z: number;
  /** Outward unit normal. */
  normalX: number;
  normalY: number;
  normalZ: number;
  red: number;
  green: number;
  blue: number;
  opacity: number;
  /** On a mesh: index of the triangle, and the weights of its first two corners. */
  triangle: number;
  u: number;
  v: number;
}

/** Writes point `index` of the sample with this seed. Writes only the fields that the shape has: see `PointParts`. */
export type PickPoint = (point: ShapePoint, index: number, seed: number) => void;

/** The data that the points of a shape have in addition to their position. */
export interface PointParts {
  readonly colors?: boolean;
  readonly normals?: boolean;
  readonly anchors?: boolean;
}

/** Purposes of the random numbers of a point. Different purposes give independent numbers. */
export const draws = { which: 0, first: 1, second: 2, third: 3 } as const;

/** Returns a random number in [0, 1) for point `index`. `purpose` is one of `draws`; `attempt` counts repeated tries. */
export function draw(seed: number, index: number, purpose: number, attempt = 0): number {
  return hashUnit(seed, index, purpose, attempt);
}

/** Returns the points 0 … count − 1 of a sample, placed in the world. */
export function samplePoints(
  pick: PickPoint,
  { colors, normals, anchors }: PointParts,
  { position, rotation: r }: Placement,
  count: number,
  seed: number,
): PointSet {
  const point: ShapePoint = {
    x: 0,
    y: 0,
    z: 0,
    normalX: 0,
    normalY: 0,
    normalZ: 0,
    red: 1,
    green: 1,
    blue: 1,
    opacity: 1,
    triangle: 0,
    u: 0,
    v: 0,
  };
  const positions = new Float64Array(3 * count);
  const rgba = colors ? new Float32Array(4 * count) : null;
  const outward = normals ? new Float32Array(3 * count) : null;
  const triangles = anchors ? new Uint32Array(count) : null;
  const weights = anchors ? new Float64Array(2 * count) : null;
  for (let k = 0; k < count; k++) {
    pick(point, k, seed);
    const { x, y, z } = point;
    positions[3 * k] = r[0] * x + r[1] * y + r[2] * z + position[0];
    positions[3 * k + 1] = r[3] * x + r[4] * y + r[5] * z + position[1];
    positions[3 * k + 2] = r[6] * x + r[7] * y + r[8] * z + position[2];
    if (outward) {
      const { normalX, normalY, normalZ } = point;
      outward[3 * k] = r[0] * normalX + r[1] * normalY + r[2] * normalZ;
      outward[3 * k + 1] = r[3] * normalX + r[4] * normalY + r[5] * normalZ;
      outward[3 * k + 2] = r[6] * normalX + r[7] * normalY + r[8] * normalZ;
    }
    if (rgba) {
      rgba[4 * k] = point.red;
      rgba[4 * k + 1] = point.green;
      rgba[4 * k + 2] = point.blue;
      rgba[4 * k + 3] = point.opacity;
    }
    if (triangles && weights) {
      triangles[k] = point.triangle;
      weights[2 * k] = point.u;
      weights[2 * k + 1] = point.v;
    }
  }
  return {
    count,
    positions,
    colors: rgba,
    normals: outward,
    anchors: triangles && weights ? { triangles, weights, heights: null } : null,
  };
}

/** Returns the cumulative sums of weights ≥ 0, for `pickWeighted`. */
export function sumWeights(weights: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  for (let k = 0; k < sums.length; k++) {
    sum += weights[k];
    sums[k] = sum;
  }
  return sums;
}

/**
 * Chooses an index with a probability proportional to its weight. sums: result of `sumWeights`. fraction: a random number, 0 ≤
 * fraction < 1. Never returns an index of weight 0.
 */
export function pickWeighted(sums: Float64Array, fraction: number): number {
  const wanted = fraction * sums[sums.length - 1];
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
