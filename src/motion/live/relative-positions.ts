import type { RigidPose } from '../collider.ts';
import { movePoints } from '../move-points.ts';

/**
 * Spacing of the grid of base points, m. Positions are stored relative to a base point near the surface. Within 64 m of the base
 * point, a 32-bit float then stores a coordinate with a precision of 4 µm.
 */
const baseSpacing = 64;

/** Returns the base point [3] of a surface, metres from `origin` [3]. positions: of the vertices, world metres. */
export function chooseBase(positions: Float64Array, origin: ArrayLike<number>): [number, number, number] {
  const snap = (value: number) => baseSpacing * Math.round(value / baseSpacing) || 0;
  return [snap(positions[0] - origin[0]), 0, snap(positions[2] - origin[2])];
}

/** Returns world positions relative to a base point, which is relative to `origin`. carry: a motion that is first applied to them. */
export function measureFrom(
  positions: Float64Array,
  origin: ArrayLike<number>,
  base: ArrayLike<number>,
  carry: RigidPose | null = null,
): Float32Array<ArrayBuffer> {
  if (carry) {
    const own = positions.map((value, k) => value - origin[k % 3]);
    movePoints(own, carry, own);
    return Float32Array.from(own, (value, k) => value - base[k % 3]);
  }
  const offset = [origin[0] + base[0], origin[1] + base[1], origin[2] + base[2]];
  return Float32Array.from(positions, (value, k) => value - offset[k % 3]);
}
