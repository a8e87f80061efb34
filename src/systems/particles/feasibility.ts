import { maxOf } from '../../math/lists.ts';
import type { SystemInputs } from '../system.ts';
import { appearAndGo } from './appear.ts';
import { askOf } from './keys/begin-key.ts';
import type { KeyRun } from './keys/key-run.ts';
import { formatNumber } from './keys/key-times.ts';
import { LawProbe } from './keys/law-probe.ts';
import type { PreparedKey } from './keys/prepared-key.ts';
import { thinOut } from './keys/thin-out.ts';
import { KeyLaw } from './laws/key-law.ts';
import { dragFactor } from './laws/step-law.ts';
import type { ParticlesParams } from './params.ts';
import type { ParticlesPrepared } from './prepare.ts';
import { type ParticlesOptions, ParticlesState } from './state.ts';
import { stepTick } from './step.ts';

/** The motion that a key requires without forces, as predicted before the run. */
export interface KeyForecast {
  readonly name: string;
  /** m/s². */
  readonly peakAcceleration: number;
  /**
   * Number of the key's particles that need more than the limit. Exact for few particles, else extrapolated from a sample.
   */
  readonly overLimit: number;
  /**
   * Seconds from start to end within which all particles could keep the limit. Null if they keep it already, or if no
   * duration suffices.
   */
  readonly neededSeconds: number | null;
}

/** Number of particles in the samples of all keys together. */
const sampleCount = 2000;
/** Maximum number of ticks that are predicted. */
const maxTicks = 20_000;
/** Number of particles, the worst of those over the limit, for which longer durations are tried. */
const worstCount = 16;

/**
 * Simulates the run with a sample of the particles until the last key takes hold, with all forces, but without obstacles and
 * with surfaces as they were when the scene was read. Keys that are not reached are left out.
 */
export function forecastKeys(
  params: ParticlesParams,
  prepared: ParticlesPrepared,
  options: ParticlesOptions,
): KeyForecast[] {
  const leading = prepared.keys.filter(({ goals }) => goals);
  if (leading.length === 0) return [];
  const stride = Math.max(1, Math.ceil(prepared.births.count / sampleCount));
  const thin = stride === 1 ? prepared : thinOut(prepared, stride);
  const forecasts: KeyForecast[] = [];
  const state = new ParticlesState({ ...params, collide: false }, thin, {
    forces: options.forces,
    scaling: options.scaling,
    leadWeight: options.leadWeight,
    onBegin: (run, clockTime, from, to) => {
      const { memberCount } = prepared.keys.find(({ index }) => index === run.key.index)!;
      forecasts.push(forecastKey(params, run, clockTime, state, from, to, memberCount));
    },
  });
  const inputs: SystemInputs = {
    colliders: [],
    heightfields: [],
    drives: [],
    surfaces: [],
    startTime: prepared.startTime,
  };
  state.tick = Math.floor(prepared.startTime * params.rate + 1e-9);
  appearAndGo(state, []);
  const last = Math.min(state.tick + maxTicks, maxOf(leading.map(({ start }) => start)) + 1);
  while (state.tick < last) stepTick(state, inputs, state.tick);
  return forecasts;
}

/** Returns the warnings that are shown before the run. */
export function warnOfForecast(
  forecast: KeyForecast,
  { memberCount, start, params }: PreparedKey,
  { maxAcceleration, rate }: ParticlesParams,
): string[] {
  if (forecast.overLimit === 0 || maxAcceleration === undefined) return [];
  const { name, overLimit, peakAcceleration, neededSeconds } = forecast;
  const remedy =
    neededSeconds === null
      ? 'no duration suffices'
      : `they need ${formatNumber(neededSeconds)} s, until ${formatNumber(start / rate + neededSeconds)} s`;
  return [
    `key "${name}": ${overLimit} of ${memberCount} particles need more than the limit of ${formatNumber(maxAcceleration)} m/s² ` +
      `(up to ${formatNumber(peakAcceleration)} m/s²): ${remedy}. They will ${params.arrive === 'bounded' ? 'arrive late' : 'exceed the limit and arrive in time'}`,
  ];
}

function forecastKey(
  params: ParticlesParams,
  run: KeyRun,
  clockTime: number,
  { store }: ParticlesState,
  from: Float64Array,
  to: Float64Array,
  memberCount: number,
): KeyForecast {
  const { key, members } = run;
  const { rate } = params;
  const squares = askOf(run, clockTime, rate, store, from, to);
  const limit = params.maxAcceleration === undefined ? Number.POSITIVE_INFINITY : params.maxAcceleration ** 2;
  const over = [...squares.keys()].filter((k) => squares[k] > limit);
  const worst = over.sort((a, b) => squares[b] - squares[a] || a - b).slice(0, worstCount);
  const missing = new Float64Array(3);
  const speed = new Float64Array(3);
  const keeps = (stepCount: number): boolean => {
    const trial = probeOf(params, key, new Float64Array(stepCount).fill(1 / rate));
    return worst.every((k) => {
      const particle = members[k];
      for (let axis = 0; axis < 3; axis++) missing[axis] = to[3 * k + axis] - from[3 * k + axis];
      speed.set([store.vx[particle], store.vy[particle], store.vz[particle]]);
      return trial.peakSquare(missing, speed, key.params.velocity, 0) <= limit;
    });
  };
  // The particles that arrive first have the least time.
  const spread = (key.end - key.arrivals[0]) / rate;
  const firstSteps = Math.ceil(key.arrivals[0] - key.start);
  const needed = worst.length === 0 ? null : findStepCount(firstSteps, keeps);
  return {
    name: key.name,
    peakAcceleration: Math.sqrt(squares.reduce((max, square) => Math.max(max, square), 0)),
    overLimit: Math.round((over.length / members.length) * memberCount),
    neededSeconds: needed === null ? null : needed / rate + spread,
  };
}

function probeOf({ drag }: ParticlesParams, { params }: PreparedKey, steps: Float64Array): LawProbe {
  const { law, ease } = params;
  const drags = steps.map((dt) => dragFactor(drag, dt));
  return new LawProbe(new KeyLaw({ law, steps, drags, ease }), steps);
}

/** Returns the smallest sufficient number of steps above `from`; null if 64 times as many do not suffice. */
function findStepCount(from: number, suffices: (stepCount: number) => boolean): number | null {
  let [low, high] = [from, 2 * from];
  while (!suffices(high)) {
    if (high > 64 * from) return null;
    [low, high] = [high, 2 * high];
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}
