import type { ClipCycle } from './clip-cycle.ts';
import { type Gait, solveSpeed } from './read-gait.ts';
import type { SoleTrack } from './track-soles.ts';

/** Displacement of the whole character across the ground, in addition to the motion of its clip, rig units. */
export interface Carry {
  /** Displacement of one period (x, z). */
  readonly stride: readonly [number, number];
  /** Speed in units / s that is added to the clip's own motion, between each sample and the next. [count] */
  readonly speedX: Float64Array;
  readonly speedZ: Float64Array;
  /** Writes the displacement (x, z) since the start of the period into out[0] and out[2]. */
  write(out: Float64Array, phase: number): void;
}

/** Carries an in-place gait forward as fast as its planted feet move backward. `wanted` replaces the mean speed. */
export function carryByFeet(
  tracks: readonly SoleTrack[],
  gait: Gait,
  height: number,
  rate: number,
  wanted?: number,
): Carry {
  const speed = solveSpeed(tracks, gait, height, rate);
  const count = speed.length;
  const mean = speed.reduce((sum, s) => sum + s, 0) / count;
  if (wanted !== undefined) {
    for (let i = 0; i < count; i++) speed[i] = mean > 0 ? (speed[i] * wanted) / mean : wanted;
  }
  const [dx, dz] = gait.direction;
  const way = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) way[i + 1] = way[i] + speed[i] / rate;
  return {
    stride: [way[count] * dx, way[count] * dz],
    speedX: speed.map((s) => s * dx),
    speedZ: speed.map((s) => s * dz),
    write(out, phase) {
      const i = Math.min(count - 1, Math.floor(phase * rate));
      const here = way[i] + (way[i + 1] - way[i]) * (phase * rate - i);
      out[0] = here * dx;
      out[2] = here * dz;
    },
  };
}

/**
 * Carries a clip whose root already moves across the ground. The carry is constant within the clip. It grows by one stride during
 * the bridge, in which the root of the clip returns to its first position.
 */
export function carryByRoot(cycle: ClipCycle, count: number): Carry {
  const { way, first, last, origin, bridge, period, joins } = cycle;
  // During the bridge the character moves at the mean speed of the clip.
  const whole = 1 + bridge / (last - first);
  const stride: [number, number] = [way[0] * whole, way[1] * whole];
  const write = (out: Float64Array, phase: number): void => {
    const t = origin + phase;
    // If t is before the first key, it is in the part of the bridge that precedes the first pose.
    const fraction = t > last ? (t - last) / bridge : t < first ? (t - first) / bridge : 0;
    out[0] = fraction * stride[0];
    out[2] = fraction * stride[1];
  };
  const speedX = new Float64Array(count);
  const speedZ = new Float64Array(count);
  const rate = count / period;
  const here = new Float64Array(3);
  const next = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    write(here, i / rate);
    write(next, i + 1 < count ? (i + 1) / rate : period);
    // Without a bridge the root jumps back at the end.
    const jump = i === count - 1 && joins && bridge === 0 ? 1 : 0;
    speedX[i] = (next[0] - here[0] + jump * stride[0]) * rate;
    speedZ[i] = (next[2] - here[2] + jump * stride[1]) * rate;
  }
  return { stride, speedX, speedZ, write };
}
