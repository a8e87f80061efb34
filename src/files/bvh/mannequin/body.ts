import { dot, norm } from '../../../geometry/vector.ts';
import { append } from '../../../math/lists.ts';

/** One or more closed surfaces under construction: positions [3 · vertices], indices [3 · triangles]. */
export interface Body {
  readonly positions: number[];
  readonly indices: number[];
}

export type Vector = readonly [number, number, number];

/** Returns the sum of weight · vector over all terms. */
export function combine(...terms: readonly (readonly [number, Vector])[]): Vector {
  const sum: [number, number, number] = [0, 0, 0];
  for (const [weight, vector] of terms)
    for (let axis = 0; axis < 3; axis++) sum[axis] += weight * vector[axis];
  return sum;
}

/** Normalizes a vector; returns `fallback` if its length is about 0. */
export function unit(v: Vector, fallback: Vector): Vector {
  const length = norm(v);
  return length > 1e-9 ? [v[0] / length, v[1] / length, v[2] / length] : fallback;
}

/** Returns the normalized component of v perpendicular to a unit vector; any perpendicular direction if v is parallel to it. */
export function unitAcross(v: Vector, axis: Vector): Vector {
  const across = combine([1, v], [-dot(v, axis), axis]);
  if (norm(across) > 1e-6 * Math.max(1e-3, norm(v))) return unit(across, [1, 0, 0]);
  const other: Vector = Math.abs(axis[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  return unit(combine([1, other], [-dot(other, axis), axis]), [0, 0, 1]);
}

/**
 * Adds a closed surface through rings [3 · count] that all have the same number of vertices. Both ends are closed by a fan. Seen from the
 * last ring, the rings are counter-clockwise.
 */
export function addLoft({ positions, indices }: Body, rings: readonly (readonly number[])[]): void {
  const count = rings[0].length / 3;
  const first = positions.length / 3;
  for (const ring of rings) append(positions, ring);
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let k = 0; k < count; k++) {
      const a = first + ring * count + k;
      const b = first + ring * count + ((k + 1) % count);
      indices.push(a, b, a + count, b, b + count, a + count);
    }
  }
  const closeEnd = (ring: number, isLast: boolean) => {
    const centre = positions.length / 3;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = axis; k < rings[ring].length; k += 3) sum += rings[ring][k];
      positions.push(sum / count);
    }
    for (let k = 0; k < count; k++) {
      const a = first + ring * count + k;
      const b = first + ring * count + ((k + 1) % count);
      if (isLast) indices.push(centre, a, b);
      else indices.push(centre, b, a);
    }
  };
  closeEnd(0, false);
  closeEnd(rings.length - 1, true);
}
