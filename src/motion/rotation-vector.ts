import { crossInto, dot } from '../geometry/vector.ts';
import { cos, sin } from '../math/portable.ts';

/**
 * Rotations as rotation vectors θ (axis times angle, radians), and their relation to angular velocity. In the body's own axes ω =
 * θ′ − A θ×θ′ + B θ×(θ×θ′), with A = (1 − cos φ)/φ², B = (φ − sin φ)/φ³, φ = |θ|.
 */

/** out = a · exp(θ), a unit quaternion. */
export function turnBy(out: Float64Array, a: Float64Array, theta: Float64Array): void {
  const x = theta[0];
  const y = theta[1];
  const z = theta[2];
  const angle = Math.sqrt(x * x + y * y + z * z);
  const s = angle > 1e-9 ? sin(0.5 * angle) / angle : 0.5;
  const bx = x * s;
  const by = y * s;
  const bz = z * s;
  const bw = cos(0.5 * angle);
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const aw = a[3];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Computes the angular velocity and acceleration of a body, in its own axes, from θ and its first and second derivative [3]. */
export function measureSpin(
  velocity: Float64Array,
  acceleration: Float64Array,
  theta: Float64Array,
  first: Float64Array,
  second: Float64Array,
): void {
  const square = dot(theta, theta);
  const { a, b, aRate, bRate } = coefficients(square);
  // A and B change with φ; φ φ′ = θ · θ′.
  const growth = dot(theta, first);
  crossInto(tf, theta, first);
  crossInto(ttf, theta, tf);
  crossInto(ts, theta, second);
  crossInto(tts, theta, ts);
  crossInto(ftf, first, tf);
  for (let k = 0; k < 3; k++) {
    velocity[k] = first[k] - a * tf[k] + b * ttf[k];
    acceleration[k] =
      second[k] - a * ts[k] + b * (ftf[k] + tts[k]) + growth * (bRate * ttf[k] - aRate * tf[k]);
  }
}

/**
 * Writes to `out` the time derivative θ′ of the rotation vector θ, given the angular velocity `spin` in the axes of the body. Inverse of
 * `spinOf`.
 */
export function unspin(out: Float64Array, theta: Float64Array, spin: Float64Array): void {
  const square = dot(theta, theta);
  const angle = Math.sqrt(square);
  const c =
    square < 0.01
      ? 1 / 12 + square * (1 / 720 + square * (1 / 30240 + square / 1209600))
      : (1 - (0.5 * angle * cos(0.5 * angle)) / sin(0.5 * angle)) / square;
  crossInto(tf, theta, spin);
  crossInto(ttf, theta, tf);
  for (let k = 0; k < 3; k++) out[k] = spin[k] + 0.5 * tf[k] + c * ttf[k];
}

/** Returns A, B, and their derivatives with respect to φ, divided by φ; `x` is φ². */
function coefficients(x: number): { a: number; b: number; aRate: number; bRate: number } {
  if (x < 0.04) {
    return {
      a: 1 / 2 - x * (1 / 24 - x * (1 / 720 - x * (1 / 40320 - x / 3628800))),
      b: 1 / 6 - x * (1 / 120 - x * (1 / 5040 - x * (1 / 362880 - x / 39916800))),
      aRate: -1 / 12 + x * (1 / 180 - x * (1 / 6720 - x / 453600)),
      bRate: -1 / 60 + x * (1 / 1260 - x * (1 / 60480 - x / 4989600)),
    };
  }
  const angle = Math.sqrt(x);
  const [s, c] = [sin(angle), 1 - cos(angle)];
  return {
    a: c / x,
    b: (angle - s) / (x * angle),
    aRate: (angle * s - 2 * c) / (x * x),
    bRate: (c * angle - 3 * (angle - s)) / (x * x * angle),
  };
}

const tf = new Float64Array(3);
const ttf = new Float64Array(3);
const ts = new Float64Array(3);
const tts = new Float64Array(3);
const ftf = new Float64Array(3);
