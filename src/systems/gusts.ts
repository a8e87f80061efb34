import { hashUnit } from '../math/random.ts';

/**
 * Mean square of the weights of a quadratic spline: the root mean square factor per direction that interpolation of independent
 * coefficients leaves.
 */
const meanSquareOfWeights = 0.55;

/**
 * Returns the amplitude a of independent coefficients, uniform in ± a, for which quadratic splines over this many dimensions (position,
 * time) have a root mean square of one half.
 */
export function gustSize(directionCount: number): number {
  let meanSquare = 1;
  for (let k = 0; k < directionCount; k++) meanSquare *= meanSquareOfWeights;
  return (0.5 * Math.sqrt(3)) / Math.sqrt(meanSquare);
}

/** Writes the weights of a quadratic spline's three coefficients at the fraction f, 0..1, of a cell into out[0..2]. */
export function quadraticWeights(out: Float64Array | number[], f: number): void {
  const g = 1 - f;
  out[0] = 0.5 * g * g;
  out[1] = 0.5 + f * g;
  out[2] = 0.5 * f * f;
}

/**
 * Fills `out` from 0 to `count` with the coefficients of a gusty wind at `time`, in gust periods. Each is a spline in time of
 * random numbers in ± size, which depend on (seed, whole time, index in `out`).
 */
export function writeGusts(out: Float64Array, count: number, size: number, seed: number, time: number): void {
  const knot = Math.floor(time);
  quadraticWeights(weights, time - knot);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let n = 0; n < 3; n++) sum += weights[n] * (2 * hashUnit(seed, knot + n, k) - 1);
    out[k] = size * sum;
  }
}

const weights = new Float64Array(3);
