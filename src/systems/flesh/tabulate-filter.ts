import { cos, exp, sin } from '../../math/portable.ts';
import type { RayleighDamping } from './damping.ts';

/** Number of coefficients for each mode: the contributions of q, v, f0, f1 to the new q, then to the new v. */
export const filterRows = 8;

/**
 * Writes the coefficients of the exact solution of q̈ + 2c q̇ + ω² q = f over a step of `dt` ≥ 0 seconds in which f changes linearly from
 * f0 to f1. out: [filterRows · row], one row per coefficient, mode `m` at `m`; `row` ≥ the number of modes.
 *
 * omega2: [modeCount] (rad/s)²; 2c = α + β ω². Valid for weak, critical and strong damping, and for ω = 0. The result differs from the
 * closed form only by rounding, so it does not depend on how a duration is divided into steps.
 */
export function tabulateFilter(
  out: Float64Array,
  row: number,
  omega2: Float64Array,
  damping: RayleighDamping,
  dt: number,
): void {
  for (let mode = 0; mode < omega2.length; mode++) {
    const w = omega2[mode];
    const c = 0.5 * (damping.alpha + damping.beta * w);
    if (w * dt * dt < 0.25 && c * dt < 0.5) expandSeries(w, c, dt);
    else solveClosed(w, c, dt);
    for (let k = 0; k < filterRows; k++) out[k * row + mode] = column[k];
  }
}

const column = new Float64Array(filterRows);

/** Writes the coefficients from the homogeneous solution and the particular solution f / ω² − 2c f′ / ω⁴. */
function solveClosed(w: number, c: number, dt: number): void {
  const x = (w - c * c) * dt * dt;
  let even: number;
  let odd: number;
  if (x > 0.01) {
    // Weak damping: two complex roots.
    const rate = Math.sqrt(w - c * c);
    const decay = exp(-c * dt);
    even = decay * cos(rate * dt);
    odd = (decay * sin(rate * dt)) / rate;
  } else if (x < -0.01) {
    // Strong damping: the product of both rates is ω². So the slow rate is computed from the fast one, without cancellation.
    const spread = Math.sqrt(c * c - w);
    const fast = exp(-(c + spread) * dt);
    const slow = exp((-w / (c + spread)) * dt);
    even = 0.5 * (slow + fast);
    odd = (0.5 * (slow - fast)) / spread;
  } else {
    const decay = exp(-c * dt);
    even = decay * (1 - (x / 2) * (1 - (x / 12) * (1 - (x / 30) * (1 - x / 56))));
    odd = decay * dt * (1 - (x / 6) * (1 - (x / 20) * (1 - (x / 42) * (1 - x / 72))));
  }
  const qq = even + c * odd;
  const vq = -w * odd;
  const vv = even - c * odd;
  const slope = 1 / (w * dt);
  const lag = (2 * c * slope) / w;
  // The particular solution at the start: r, computed from f0 and f1, and r′ = (f1 − f0) · slope.
  const [r0, r1] = [1 / w + lag, -lag];
  column[0] = qq;
  column[1] = odd;
  column[2] = lag - qq * r0 + odd * slope;
  column[3] = 1 / w - lag - qq * r1 - odd * slope;
  column[4] = vq;
  column[5] = vv;
  column[6] = -slope - vq * r0 + vv * slope;
  column[7] = slope - vq * r1 - vv * slope;
}

/**
 * Writes the coefficients from the power series of the impulse response. For short steps, because the closed form suffers from cancellation
 * there.
 */
function expandSeries(w: number, c: number, dt: number): void {
  // s(t) = Σ sₙ tⁿ with s″ = −2c s′ − ω² s, s(0) = 0, s′(0) = 1; `term` is sₙ dtⁿ⁻¹.
  let before = 0;
  let term = 1;
  let value = 1;
  let rate = 1;
  let toQ0 = 1 / 3;
  let toQ1 = 1 / 6;
  let toV0 = 1 / 2;
  let toV1 = 1 / 2;
  for (let n = 2; n <= 24; n++) {
    const next = (-2 * c * dt * (n - 1) * term - w * dt * dt * before) / (n * (n - 1));
    before = term;
    term = next;
    value += term;
    rate += n * term;
    toQ0 += term / (n + 2);
    toQ1 += term / ((n + 1) * (n + 2));
    toV0 += (n * term) / (n + 1);
    toV1 += term / (n + 1);
  }
  value *= dt;
  column[0] = rate + 2 * c * value;
  column[1] = value;
  column[2] = toQ0 * dt * dt;
  column[3] = toQ1 * dt * dt;
  column[4] = -w * value;
  column[5] = rate;
  column[6] = toV0 * dt;
  column[7] = toV1 * dt;
}
