import { hashUnit } from '../../../math/random.ts';
import type { PointSet } from '../../../motion/point-set.ts';
import type { Placement } from './placement.ts';

/** One place in a shape, in its own axes. Written over for each point. */
export interface Place {
  x: number;
  y: number;
  z: number;
  /** Outward, unit length. */
  normalX: number;
  normalY: number;
  normalZ: number;
  red: number;
  green: number;
  blue: number;
  opacity: number;
  /** On a skin: its triangle and where on it. */
  triangle: number;
  u: number;
  v: number;
}

/** Writes the point that belongs to (seed, index) into the place: what it brings along, no more. */
export type PickPlace = (place: Place, index: number, seed: number) => void;

/** What the places of a shape have beside where they are. */
export interface PlaceParts {
  readonly colors?: boolean;
  readonly normals?: boolean;
  readonly anchors?: boolean;
}

/** Random numbers of a point, by what they are for: one hash never serves two ends. */
export const draws = { which: 0, first: 1, second: 2, third: 3 } as const;

/** A random number in [0, 1) for point `index`: `what` is one of `draws`, `attempt` counts tries. */
export function draw(seed: number, index: number, what: number, attempt = 0): number {
  return hashUnit(seed, index, what, attempt);
}

/** The points 0 … count − 1 that a pick gives, placed in the world. */
export function samplePositions(
  pick: PickPlace,
  { colors, normals, anchors }: PlaceParts,
  { position, rotation: r }: Placement,
  count: number,
  seed: number,
): PointSet {
  const place = createPlace();
  const positions = new Float64Array(3 * count);
  const rgba = colors ? new Float32Array(4 * count) : null;
  const outward = normals ? new Float32Array(3 * count) : null;
  const triangles = anchors ? new Uint32Array(count) : null;
  const weights = anchors ? new Float64Array(2 * count) : null;
  for (let k = 0; k < count; k++) {
    pick(place, k, seed);
    const { x, y, z } = place;
    positions[3 * k] = r[0] * x + r[1] * y + r[2] * z + position[0];
    positions[3 * k + 1] = r[3] * x + r[4] * y + r[5] * z + position[1];
    positions[3 * k + 2] = r[6] * x + r[7] * y + r[8] * z + position[2];
    if (outward) {
      const { normalX, normalY, normalZ } = place;
      outward[3 * k] = r[0] * normalX + r[1] * normalY + r[2] * normalZ;
      outward[3 * k + 1] = r[3] * normalX + r[4] * normalY + r[5] * normalZ;
      outward[3 * k + 2] = r[6] * normalX + r[7] * normalY + r[8] * normalZ;
    }
    if (rgba) {
      rgba[4 * k] = place.red;
      rgba[4 * k + 1] = place.green;
      rgba[4 * k + 2] = place.blue;
      rgba[4 * k + 3] = place.opacity;
    }
    if (triangles && weights) {
      triangles[k] = place.triangle;
      weights[2 * k] = place.u;
      weights[2 * k + 1] = place.v;
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

function createPlace(): Place {
  return {
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
}

/** Running sums of weights ≥ 0, for `pickWeighted`. */
export function sumWeights(weights: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  for (let k = 0; k < sums.length; k++) {
    sum += weights[k];
    sums[k] = sum;
  }
  return sums;
}

/** The index whose share of the whole contains `fraction`, 0 ≤ fraction < 1: never one of weight 0. */
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
