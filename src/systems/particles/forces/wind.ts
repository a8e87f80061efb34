import { gustSize, writeGusts } from '../../gusts.ts';
import { gustCount } from '../kernel.ts';
import { type ForceMemory, KernelNumbers, type LocalForce, type ParamsOf } from './local-force.ts';

/** Gusts repeat along the wind after so many lengths. */
const period = gustCount - 2;
/** Of a spline in place and time. */
const coefficientSize = gustSize(2);

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
      writeLine(gusts.view, memory.seed, t / gustPeriod);
    },
    add(store, mask, first, end) {
      kernel.addWind(store, mask, numbers.pointer, gusts.pointer, first, end);
    },
  };
}

/** Coefficients along the wind at `time`, in periods. */
function writeLine(out: Float64Array, seed: number, time: number): void {
  writeGusts(out, period, coefficientSize, seed, time);
  out[period] = out[0];
  out[period + 1] = out[1];
}
