import type { Shape } from '../shape.ts';
import type { PathMeasure } from './path-measure.ts';

/**
 * Rates the distance d from the end of a path to the goal: g(d) = exp(−d²/2σ²). Dingle & Keyser 2005, section 6.2, prints
 * e^{+d/2σ²}/(σ√2π), which increases with the distance and can exceed 1. Sign, square and factor are corrected here.
 *
 * goals [3 · n] m; spread [n] σ, m, > 0.
 */
export function distanceMeasure(options: {
  readonly goals: Float64Array;
  readonly spread: Float64Array;
}): PathMeasure {
  const { goals, spread } = options;
  return {
    begin() {},
    step() {},
    rate(out, { x, y, z }) {
      for (let k = 0; k < spread.length; k++) {
        const dx = x[k] - goals[3 * k];
        const dy = y[k] - goals[3 * k + 1];
        const dz = z[k] - goals[3 * k + 2];
        out[k] -= (dx * dx + dy * dy + dz * dz) / (2 * spread[k] * spread[k]);
      }
    },
  };
}

export interface ViabilityOptions {
  readonly count: number;
  /** Writes the nominal position of member k after step `ahead` to out [3], m. */
  readonly positionAt: (out: Float64Array, k: number, ahead: number) => void;
  /** k of section 6.3, 1/m². */
  readonly sharpness: number;
}

/**
 * Rates the positions on a path by the intermediate shape: h_s ("should be") is exp(−k · mean squared distance to the nominal
 * positions). Dingle & Keyser 2005, section 6.3, does not say at which step h_s is evaluated. The mean over all steps is used, since
 * the distance at the end of a whole path is always 0. The other factor of g(p), h_c ("can be"), is 0 if a path touches an obstacle:
 * see `choosePaths`.
 */
export function viabilityMeasure({ count, positionAt, sharpness }: ViabilityOptions): PathMeasure {
  const sum = new Float64Array(count);
  const should = new Float64Array(3);
  let steps = 0;
  return {
    begin() {
      sum.fill(0);
      steps = 0;
    },
    step({ x, y, z }, ahead) {
      steps++;
      for (let k = 0; k < count; k++) {
        positionAt(should, k, ahead);
        const dx = x[k] - should[0];
        const dy = y[k] - should[1];
        const dz = z[k] - should[2];
        sum[k] += dx * dx + dy * dy + dz * dz;
      }
    },
    rate(out) {
      for (let k = 0; k < count && steps > 0; k++) out[k] -= (sharpness * sum[k]) / steps;
    },
  };
}

/**
 * Rates the smoothness of a path: g(v) is the product of exp(−c |Δv| / |v|) over its steps, where v is the velocity before the
 * step. Dingle & Keyser 2005, section 6.4, divides by zero if a particle starts at rest. So |v| is at least `minSpeed` here.
 *
 * smoothness: c. minSpeed [n] m/s, > 0: see `minSpeedOf`.
 */
export function velocityMeasure(options: {
  readonly smoothness: number;
  readonly minSpeed: Float64Array;
}): PathMeasure {
  const { smoothness, minSpeed } = options;
  const count = minSpeed.length;
  const before = new Float64Array(3 * count);
  const sum = new Float64Array(count);
  return {
    begin({ vx, vy, vz }) {
      sum.fill(0);
      for (let k = 0; k < count; k++) {
        before[3 * k] = vx[k];
        before[3 * k + 1] = vy[k];
        before[3 * k + 2] = vz[k];
      }
    },
    step({ vx, vy, vz }) {
      for (let k = 0; k < count; k++) {
        const px = before[3 * k];
        const py = before[3 * k + 1];
        const pz = before[3 * k + 2];
        const dx = vx[k] - px;
        const dy = vy[k] - py;
        const dz = vz[k] - pz;
        const speed = Math.sqrt(px * px + py * py + pz * pz);
        const change = Math.sqrt(dx * dx + dy * dy + dz * dz);
        sum[k] += change / (speed > minSpeed[k] ? speed : minSpeed[k]);
        before[3 * k] = vx[k];
        before[3 * k + 1] = vy[k];
        before[3 * k + 2] = vz[k];
      }
    },
    rate(out) {
      for (let k = 0; k < count; k++) out[k] -= smoothness * sum[k];
    },
  };
}

/** Returns the minimum speed that `velocityMeasure` uses, m/s: 5 % of the mean speed on a path of `length` m in `duration` s. */
export function minSpeedOf(length: number, duration: number): number {
  return Math.max((0.05 * length) / duration, 1e-9);
}

/** Returns the radius of a shape by which σ is scaled, m: half the longest side of its bounds, or 1 for a single point. */
export function shapeRadius(shape: Pick<Shape, 'bounds'>): number {
  const { min, max } = shape.bounds;
  const radius = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
  return radius > 0 ? radius : 1;
}
