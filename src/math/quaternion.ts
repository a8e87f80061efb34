/**
 * A quaternion [x, y, z, w], of unit length unless stated otherwise. An argument may be any indexable list of numbers, and `out` may be one
 * of the arguments.
 */
export type Quaternion = [number, number, number, number];
type Numbers = ArrayLike<number>;
type Target = { [index: number]: number };

/** Writes a × b to `out`: the rotation by b, then by a. */
export function multiplyQuaternions(out: Target, a: Numbers, b: Numbers): void {
  const [ax, ay, az, aw] = [a[0], a[1], a[2], a[3]];
  const [bx, by, bz, bw] = [b[0], b[1], b[2], b[3]];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Returns the inverse of a rotation. */
export function conjugateQuaternion(q: Numbers): Quaternion {
  return [-q[0], -q[1], -q[2], q[3]];
}

/** Scales to unit length; a zero quaternion becomes the identity. */
export function normalizeQuaternion(out: Target, q: Numbers): void {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const s = length > 0 ? 1 / length : 0;
  out[0] = q[0] * s;
  out[1] = q[1] * s;
  out[2] = q[2] * s;
  out[3] = length > 0 ? q[3] * s : 1;
}

/** Rotates the vector v by q, and writes the result to `out`. */
export function rotateVector(out: Target, q: Numbers, v: Numbers): void {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const [vx, vy, vz] = [v[0], v[1], v[2]];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[0] = vx + w * tx + (y * tz - z * ty);
  out[1] = vy + w * ty + (z * tx - x * tz);
  out[2] = vz + w * tz + (x * ty - y * tx);
}

/** Returns the shortest rotation that maps the unit vector a to the unit vector b. */
export function quaternionBetween(a: Numbers, b: Numbers): Quaternion {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (dot < -0.999999) {
    const axis = Math.abs(a[0]) < 0.9 ? [0, -a[2], a[1]] : [a[2], 0, -a[0]];
    const length = Math.sqrt(axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2);
    return [axis[0] / length, axis[1] / length, axis[2] / length, 0];
  }
  const q: Quaternion = [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
    1 + dot,
  ];
  normalizeQuaternion(q, q);
  return q;
}
