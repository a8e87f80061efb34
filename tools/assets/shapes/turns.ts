/** Vectors and rotations for poses. */
import { cross, norm, subtract } from '../../../src/geometry/vector.ts';
import { multiplyQuaternions, type Quaternion } from '../../../src/math/quaternion.ts';
import { quaternionFromAxisAngle, slerp } from '../../../src/math/slerp.ts';
import type { Vector } from './level-set.ts';

export const degree = Math.PI / 180;

/** Returns a rotation about a unit axis by an angle in degrees. */
export function turnAbout(axis: Vector, degrees: number): Quaternion {
  return quaternionFromAxisAngle(axis, degrees * degree);
}

/** Returns the rotation by b first, then by a. */
export function product(a: Quaternion, b: Quaternion): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  multiplyQuaternions(out, a, b);
  return out;
}

/** Interpolates from a to b along the shorter arc. `fraction` in 0..1. */
export function blend(a: Quaternion, b: Quaternion, fraction: number): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  slerp(out, a, b, fraction);
  return out;
}

/** Returns the rotation mirrored in the plane x = 0. */
export function mirror([x, y, z, w]: Quaternion): Quaternion {
  return [x, -y, -z, w];
}

/**
 * Returns the rotation that maps `from` to `to`, and the part of `fromSide` perpendicular to `from` to the part of `toSide` perpendicular
 * to `to`.
 */
export function alignment(from: Vector, fromSide: Vector, to: Vector, toSide: Vector): Quaternion {
  const [a1, b1] = [scale(from, 1 / norm(from)), scale(to, 1 / norm(to))];
  const [a2, b2] = [perpendicular(fromSide, a1), perpendicular(toSide, b1)];
  const [a3, b3] = [cross(a1, a2), cross(b1, b2)];
  const m = (row: number, column: number) =>
    b1[row] * a1[column] + b2[row] * a2[column] + b3[row] * a3[column];
  const [t0, t1, t2] = [m(0, 0), m(1, 1), m(2, 2)];
  // None of the rotations in these tools is near 180°, so w is not near 0.
  const w = Math.sqrt(Math.max(0, 1 + t0 + t1 + t2)) / 2;
  return [(m(2, 1) - m(1, 2)) / (4 * w), (m(0, 2) - m(2, 0)) / (4 * w), (m(1, 0) - m(0, 1)) / (4 * w), w];
}

/** a · s. */
export function scale(a: Vector, s: number): Vector {
  return [a[0] * s, a[1] * s, a[2] * s];
}

/** Returns the component of `a` perpendicular to the unit vector `axis`, normalised. */
export function perpendicular(a: Vector, axis: Vector): Vector {
  const on = a[0] * axis[0] + a[1] * axis[1] + a[2] * axis[2];
  const rest = subtract(a, scale(axis, on));
  return scale(rest, 1 / norm(rest));
}
