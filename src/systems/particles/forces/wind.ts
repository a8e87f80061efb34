import { hashUnit } from '../../../math/random.ts';
import { gustCount } from '../kernel.ts';
import { type ForceMemory, KernelNumbers, type LocalForce, type ParamsOf } from './local-force.ts';

/** Gusts repeat along the wind after so many lengths. */
const period = gustCount - 2;
/**
 * A quadratic spline in place and time, of independent coefficients in ± a, has a root mean square of a · 0.55 / √3: this a
 * makes it one half.
 */
const coefficientSize = (0.5 * Math.sqrt(3)) / 0.55;

/**
 * What air that moves with `velocity` gives, through drag, to what it carries: with v ← d (v + Δt a) the acceleration is
 * velocity · (1 − d) / (d Δt), so that air and particle end up equally fast for any step. 0 where there is no drag.
 */
export function airGain(dt: number, drag: number): number {
  return (1 - drag) / (drag * dt);
}

/** Wind that swells and sinks along its way and in time; its gusts travel with it. */
export function createGustyWind(memory: ForceMemory, params: ParamsOf<'wind'>): LocalForce {
  const { kernel } = memory;
  const numbers = new KernelNumbers(memory, 8);
  const gusts = new KernelNumbers(memory, gustCount);
  const { velocity, gusts: share, gustPeriod, gustLength } = params;
  const [x, y, z] = velocity;
  const speed = Math.sqrt(x * x + y * y + z * z);
  const direction = velocity.map((c) => (speed > 0 ? c / speed : 0));
  return {
    prepare(t, dt, drag) {
      const gain = airGain(dt, drag);
      numbers.set([
        ...velocity.map((c) => gain * c),
        share,
        ...direction.map((c) => c / gustLength),
        (speed * t) / gustLength,
      ]);
      writeGusts(gusts.view, memory.seed, t / gustPeriod);
    },
    add(store, mask, first, end) {
      kernel.addWind(store, mask, numbers.pointer, gusts.pointer, first, end);
    },
  };
}

/** Coefficients along the wind at `time`, in periods: a spline of random numbers that belong to whole times. */
function writeGusts(out: Float64Array, seed: number, time: number): void {
  const knot = Math.floor(time);
  const f = time - knot;
  const weights = [0.5 * (1 - f) * (1 - f), 0.5 + f * (1 - f), 0.5 * f * f];
  for (let k = 0; k < period; k++) {
    let sum = 0;
    for (let n = 0; n < 3; n++) sum += weights[n] * (2 * hashUnit(seed, knot + n, k) - 1);
    out[k] = coefficientSize * sum;
  }
  out[period] = out[0];
  out[period + 1] = out[1];
}
