import { acos, cos, sin } from './portable.ts';
import { normalizeQuaternion, type Quaternion } from './quaternion.ts';

type Numbers = ArrayLike<number>;
type Target = { [index: number]: number };

/** Interpolates along the short arc (spherical linear interpolation), s in [0, 1]. */
export function slerp(out: Target, a: Numbers, b: Numbers, s: number): void {
  let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  dot *= sign;
  let wa = 1 - s;
  let wb = s;
  // Below an angle of about 0.06° linear interpolation is exact to the last digits, and the sine is too small to divide by.
  if (dot < 0.9999995) {
    const angle = acos(dot);
    const inverse = 1 / sin(angle);
    wa = sin(wa * angle) * inverse;
    wb = sin(wb * angle) * inverse;
  }
  wb *= sign;
  const x = wa * a[0] + wb * b[0];
  const y = wa * a[1] + wb * b[1];
  const z = wa * a[2] + wb * b[2];
  const w = wa * a[3] + wb * b[3];
  normalizeQuaternion(out, [x, y, z, w]);
}

/** Returns the rotation by `angle` radians about a unit axis. */
export function quaternionFromAxisAngle(axis: Numbers, angle: number): Quaternion {
  const s = sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}
