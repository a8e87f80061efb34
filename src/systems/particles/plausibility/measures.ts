import type { Shape } from '../shape.ts';
import type { PathMeasure } from './path-measure.ts';

/**
 * g(d), how near the goal a path ends: exp(−d²/2σ²). Section 6.2 prints e^{+d/2σ²}/(σ√2π), which grows with the distance
 * and can exceed 1: its sign, its square and its factor are put right here.
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
  /** Whether member k cannot be at a place, m: inside an obstacle. Null: it can be anywhere. */
  readonly blocked: ((x: number, y: number, z: number, k: number) => boolean) | null;
  /** Writes where member k should be after step `ahead` into out [3], m. Null: there is no such place. */
  readonly place: ((out: Float64Array, k: number, ahead: number) => void) | null;
  /** k of section 6.3, 1/m². */
  readonly sharpness: number;
}

/**
 * g(p) = h_c · h_s. Can be: 0 where any step ends in an obstacle. Should be: exp(−k · squared distance to the place on the
 * way, mean over the steps), where a shape between source and target gives one. Section 6.3, which leaves open at which step;
 * at the last of a whole path the distance is 0 for all.
 */
export function viabilityMeasure({ count, blocked, place, sharpness }: ViabilityOptions): PathMeasure {
  const isBlocked = new Uint8Array(count);
  const sum = new Float64Array(count);
  const should = new Float64Array(3);
  let steps = 0;
  return {
    begin() {
      isBlocked.fill(0);
      sum.fill(0);
      steps = 0;
    },
    step({ x, y, z }, ahead) {
      steps++;
      for (let k = 0; k < count; k++) {
        if (blocked && !isBlocked[k] && blocked(x[k], y[k], z[k], k)) isBlocked[k] = 1;
        if (!place) continue;
        place(should, k, ahead);
        const dx = x[k] - should[0];
        const dy = y[k] - should[1];
        const dz = z[k] - should[2];
        sum[k] += dx * dx + dy * dy + dz * dz;
      }
    },
    rate(out) {
      for (let k = 0; k < count; k++) {
        if (isBlocked[k]) out[k] = -Infinity;
        else if (steps > 0) out[k] -= (sharpness * sum[k]) / steps;
      }
    },
  };
}

/**
 * g(v), how smooth a path is: the product over its steps of exp(−c |Δv| / |v|), v the velocity before the step. Section 6.4
 * divides by zero where a particle starts from rest: speeds below `slowest` count as that.
 *
 * smoothness c; slowest [n] m/s, > 0: see `slowestSpeed`.
 */
export function velocityMeasure(options: {
  readonly smoothness: number;
  readonly slowest: Float64Array;
}): PathMeasure {
  const { smoothness, slowest } = options;
  const count = slowest.length;
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
        sum[k] += change / (speed > slowest[k] ? speed : slowest[k]);
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

/** Speed below which changes of velocity count as at this speed, m/s: 5 % of the mean on a way of `length` m in `duration` s. */
export function slowestSpeed(length: number, duration: number): number {
  return Math.max((0.05 * length) / duration, 1e-9);
}

/** By what σ is scaled, m: half the largest side of the shape's bounds; 1 for a single point. */
export function shapeRadius(shape: Pick<Shape, 'bounds'>): number {
  const { min, max } = shape.bounds;
  const radius = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
  return radius > 0 ? radius : 1;
}
