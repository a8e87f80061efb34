import type { WindTravel } from '../../force-parts.ts';
import { gustSize, writeGusts } from '../../gusts.ts';
import { gustPeriod as period, WindParamsRecord, windParamsBytes } from '../records.generated.ts';
import {
  type ForceMemory,
  KernelNumbers,
  KernelRecord,
  type LocalForce,
  type ParamsOf,
} from './local-force.ts';

/** Normalisation of a spline in position and time. */
const coefficientSize = gustSize(2);

/**
 * Returns the acceleration by drag in air that moves with `velocity`. With v ← d (v + Δt a) it is velocity · (1 − d) / (d Δt), so
 * that the particle approaches the velocity of the air for any step. 0 without drag.
 */
export function airGain(dt: number, drag: number): number {
  return (1 - drag) / (drag * dt);
}

/** Creates wind whose speed varies along its direction and in time. Its gusts move with it. */
export function createGustyWind(memory: ForceMemory): LocalForce<ParamsOf<'wind'> & WindTravel> {
  const { kernel } = memory;
  const record = new KernelRecord(memory, windParamsBytes, WindParamsRecord);
  const gusts = new KernelNumbers(memory, period + 2);
  return {
    prepare({ velocity, gusts: gustFraction, gustPeriod, gustLength, travel }, t, dt, drag) {
      const [x, y, z] = velocity;
      const speed = Math.sqrt(x * x + y * y + z * z);
      const direction = velocity.map((c) => (speed > 0 ? c / speed : 0));
      const gain = airGain(dt, drag);
      const { view } = record;
      view.acceleration.set(velocity.map((c) => gain * c));
      view.gustFraction = gustFraction;
      view.wave.set(direction.map((c) => c / gustLength));
      view.shift = (travel ?? speed * t) / gustLength;
      writeLine(gusts.view, memory.seed, t / gustPeriod);
    },
    add(store, mask, first, end) {
      kernel.addWind(store, mask, record.pointer, gusts.pointer, first, end);
    },
    get prepared() {
      return { kind: 'wind', record: record.view, gusts: gusts.view } as const;
    },
  };
}

/** Coefficients along the wind at `time`, in periods. */
function writeLine(out: Float64Array, seed: number, time: number): void {
  writeGusts(out, period, coefficientSize, seed, time);
  out[period] = out[0];
  out[period + 1] = out[1];
}
