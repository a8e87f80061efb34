import { atan2, cos, sin } from '../../../math/portable.ts';
import { measureSpin, unspin } from '../../../motion/rotation-vector.ts';
import type { StepLaw } from './step-law.ts';

/**
 * Rotations are controlled by the same laws as positions, applied to the remaining rotation vector e = log(p q⁻¹). p is the
 * target orientation or, if an angular velocity must be reached too, the orientation that becomes the target at the end with this
 * angular velocity. Then e and its rate must both end at 0, which the law `velocity` ensures.
 */

/** [4] at an offset: unit quaternions x y z w. [3] at an offset: angular velocities, world axes, rad/s. */
type Numbers = Float64Array;

/** Rotates freely for dt seconds, with constant angular velocity. Overwrites the quaternion at q[at … at + 3]. */
export function turnFreely(q: Numbers, at: number, spin: Numbers, spinAt: number, dt: number): void {
  const x = spin[spinAt] * dt;
  const y = spin[spinAt + 1] * dt;
  const z = spin[spinAt + 2] * dt;
  if (x === 0 && y === 0 && z === 0) return;
  for (let k = 0; k < 4; k++) turned[k] = q[at + k];
  turnLeft(turned, x, y, z, turned);
  normalize(turned);
  for (let k = 0; k < 4; k++) q[at + k] = turned[k];
}

/**
 * Runs one controlled step of dt seconds, the first of the remaining `timeLeft`. `law` comes from a `KeyLaw` without drag:
 * `velocity` if there is a `targetSpin` (which may be null), otherwise `leastEffort` or `constant`. Overwrites q[at … at + 3] and
 * spin[spinAt … spinAt + 2]. Rotates along the short arc. After the last step q is the target, and spin the target spin.
 */
export function leadTurn(
  q: Numbers,
  at: number,
  spin: Numbers,
  spinAt: number,
  target: Numbers,
  targetAt: number,
  targetSpin: ArrayLike<number> | null,
  law: StepLaw,
  dt: number,
  timeLeft: number,
): void {
  for (let k = 0; k < 4; k++) goal[k] = target[targetAt + k];
  let isSpinning = false;
  if (targetSpin) {
    for (let k = 0; k < 3; k++) end[k] = targetSpin[k];
    isSpinning = end[0] !== 0 || end[1] !== 0 || end[2] !== 0;
  }
  if (isSpinning) turnLeft(turned, -timeLeft * end[0], -timeLeft * end[1], -timeLeft * end[2], goal);
  else turned.set(goal);
  // m = p q⁻¹
  const qx = -q[at];
  const qy = -q[at + 1];
  const qz = -q[at + 2];
  const qw = q[at + 3];
  const [px, py, pz, pw] = turned;
  missing[0] = pw * qx + px * qw + py * qz - pz * qy;
  missing[1] = pw * qy - px * qz + py * qw + pz * qx;
  missing[2] = pw * qz + px * qy - py * qx + pz * qw;
  missing[3] = pw * qw - px * qx - py * qy - pz * qz;
  logarithm(error, missing);
  relativeSpin(body, missing, isSpinning, spin, spinAt);
  unspin(rate, error, body);
  for (let k = 0; k < 3; k++) {
    rate[k] = law.keep * rate[k] - law.pull * error[k];
    error[k] += dt * rate[k];
  }
  const rest = timeLeft > dt ? timeLeft - dt : 0;
  if (isSpinning) turnLeft(turned, -rest * end[0], -rest * end[1], -rest * end[2], goal);
  else turned.set(goal);
  turnLeft(turned, -error[0], -error[1], -error[2], turned);
  normalize(turned);
  for (let k = 0; k < 4; k++) q[at + k] = turned[k];
  // Converts the rate of the remaining rotation to the angular velocity: ω = m⁻¹ ω_p − (angular velocity of m in its own axes).
  zero.fill(0);
  measureSpin(body, unused, error, rate, zero);
  missing[0] = missing[1] = missing[2] = 0;
  missing[3] = 1;
  turnLeft(missing, error[0], error[1], error[2], missing);
  if (isSpinning) rotateBack(spun, missing, end);
  else spun.fill(0);
  for (let k = 0; k < 3; k++) spin[spinAt + k] = spun[k] - body[k];
}

/** out = m⁻¹ ω_p − ω_q: the angular velocity of m = p q⁻¹ in its own axes. */
function relativeSpin(
  out: Float64Array,
  m: Float64Array,
  isSpinning: boolean,
  spin: Numbers,
  spinAt: number,
): void {
  if (isSpinning) rotateBack(out, m, end);
  else out.fill(0);
  for (let k = 0; k < 3; k++) out[k] -= spin[spinAt + k];
}

/** out = exp(x, y, z) · q; out may be q. */
function turnLeft(out: Float64Array, x: number, y: number, z: number, q: Float64Array): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  const s = angle > 1e-9 ? sin(0.5 * angle) / angle : 0.5;
  const ax = x * s;
  const ay = y * s;
  const az = z * s;
  const aw = cos(0.5 * angle);
  const bx = q[0];
  const by = q[1];
  const bz = q[2];
  const bw = q[3];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Writes the rotation vector of a unit quaternion, with length at most π. */
function logarithm(out: Float64Array, q: Float64Array): void {
  const sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const sign = q[3] < 0 ? -1 : 1;
  const factor = sine > 1e-12 ? (2 * sign * atan2(sine, sign * q[3])) / sine : 2 * sign;
  for (let k = 0; k < 3; k++) out[k] = factor * q[k];
}

/** out = q⁻¹ applied to v. */
function rotateBack(out: Float64Array, q: Float64Array, v: Float64Array): void {
  const x = -q[0];
  const y = -q[1];
  const z = -q[2];
  const w = q[3];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  out[0] = v[0] + w * tx + (y * tz - z * ty);
  out[1] = v[1] + w * ty + (z * tx - x * tz);
  out[2] = v[2] + w * tz + (x * ty - y * tx);
}

function normalize(q: Float64Array): void {
  const factor = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let k = 0; k < 4; k++) q[k] *= factor;
}

const goal = new Float64Array(4);
const turned = new Float64Array(4);
const missing = new Float64Array(4);
const error = new Float64Array(3);
const rate = new Float64Array(3);
const body = new Float64Array(3);
const spun = new Float64Array(3);
const end = new Float64Array(3);
const zero = new Float64Array(3);
const unused = new Float64Array(3);
