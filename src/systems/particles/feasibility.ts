import { exp } from '../../math/portable.ts';
import { hashBits } from '../../math/random.ts';
import type { Births } from './birth.ts';
import { tell } from './keys/key-times.ts';
import { LawProbe } from './keys/law-probe.ts';
import type { PreparedKey } from './keys/prepared-key.ts';
import { KeyLaw } from './laws/key-law.ts';
import { dragFactor } from './laws/step-law.ts';
import { assignNear } from './match/assign-near.ts';
import type { ParticlesParams } from './params.ts';
import { lowerBound } from './schedule.ts';
import { randomUses } from './settings.ts';

/** What a key will ask for without forces, as it can be told before the run. */
export interface KeyForecast {
  readonly name: string;
  /** m/s². */
  readonly peakAcceleration: number;
  /** How many would need more than the limit, of all; exact for few, else from a part of them. */
  readonly overLimit: number;
  /** Seconds from start to end within which all could keep the limit; null where it is kept, or never could be. */
  readonly neededSeconds: number | null;
}

/** Particles that are looked at. */
const sampleCount = 2000;
/** Of those over the limit, the worst are given more time until they keep it. */
const worstCount = 16;

/**
 * Looks ahead at every key: from where particles appear, or from the places of the key before, and straight on where they
 * fly freely in between. Forces are left out: they help or hinder.
 */
export function forecastKeys(
  params: ParticlesParams,
  births: Births,
  keys: readonly PreparedKey[],
  seed: number,
): KeyForecast[] {
  const places = births.positions.slice();
  const speeds = births.velocities.slice();
  const since = Float64Array.from(births.times, (time) => time * params.rate);
  return keys
    .filter(({ goals }) => goals !== null)
    .map((key) => {
      const members = key.members ?? key.candidates!.subarray(0, key.memberCount);
      for (const particle of members) {
        fly(places, speeds, particle, Math.max(0, key.start - since[particle]) / params.rate, params.drag);
      }
      const forecast = forecastKey(params, key, members, places, speeds, seed);
      members.forEach((particle, k) => {
        for (let axis = 0; axis < 3; axis++) {
          places[3 * particle + axis] = key.goals!.positions[3 * k + axis];
          speeds[3 * particle + axis] = key.params.velocity[axis];
        }
        since[particle] = key.release;
      });
      return forecast;
    });
}

/** What to tell before the run. */
export function warnOfForecast(
  forecast: KeyForecast,
  { memberCount, start }: PreparedKey,
  { forceLimit, rate }: ParticlesParams,
): string[] {
  if (forecast.overLimit === 0 || forceLimit === undefined) return [];
  const { name, overLimit, peakAcceleration, neededSeconds } = forecast;
  const remedy =
    neededSeconds === null
      ? 'no time suffices'
      : `they need ${tell(neededSeconds)} s, until ${tell(start / rate + neededSeconds)} s`;
  return [
    `key "${name}": ${overLimit} of ${memberCount} particles cannot arrive within ${tell(forceLimit)} m/s² ` +
      `(up to ${tell(peakAcceleration)} are needed): ${remedy}. They will arrive all the same`,
  ];
}

function forecastKey(
  params: ParticlesParams,
  key: PreparedKey,
  members: Uint32Array,
  places: Float64Array,
  speeds: Float64Array,
  seed: number,
): KeyForecast {
  const stride = Math.max(1, Math.ceil(members.length / sampleCount));
  const count = Math.ceil(members.length / stride);
  const from = new Float64Array(3 * count);
  const to = new Float64Array(3 * count);
  const speed = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 3; axis++) {
      from[3 * k + axis] = places[3 * members[k * stride] + axis];
      speed[3 * k + axis] = speeds[3 * members[k * stride] + axis];
      to[3 * k + axis] = key.goals!.positions[3 * k * stride + axis];
    }
  }
  const salt = hashBits(seed, randomUses.assignment, key.index);
  const order = key.params.assign === 'near' ? assignNear(from, to, { seed: salt }) : null;
  const missing = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const goal = order ? order[k] : k;
    for (let axis = 0; axis < 3; axis++) missing[3 * k + axis] = to[3 * goal + axis] - from[3 * k + axis];
  }
  const { rate } = params;
  // The first to arrive have the least time.
  const steps = stepsUntil(key, rate, key.arrivals[0]);
  const probe = probeOf(params, key, steps);
  const limit = params.forceLimit === undefined ? Number.POSITIVE_INFINITY : params.forceLimit ** 2;
  const end = key.params.velocity;
  let peak = 0;
  const over: { k: number; square: number }[] = [];
  for (let k = 0; k < count; k++) {
    const square = probe.peakSquare(missing, speed, end, 3 * k);
    if (square > peak) peak = square;
    if (square > limit) over.push({ k, square });
  }
  const worst = over.sort((a, b) => b.square - a.square || a.k - b.k).slice(0, worstCount);
  const keeps = (stepCount: number): boolean => {
    const trial = probeOf(params, key, new Float64Array(stepCount).fill(1 / rate));
    return worst.every(({ k }) => trial.peakSquare(missing, speed, end, 3 * k) <= limit);
  };
  const spread = (key.end - key.arrivals[0]) / rate;
  const needed = worst.length === 0 ? null : findStepCount(steps.length, keeps);
  return {
    name: key.name,
    peakAcceleration: Math.sqrt(peak),
    overLimit: Math.min(key.memberCount, over.length * stride),
    neededSeconds: needed === null ? null : needed / rate + spread,
  };
}

function stepsUntil({ boundaries }: PreparedKey, rate: number, arrival: number): Float64Array {
  const count = lowerBound(boundaries, arrival);
  return Float64Array.from({ length: count }, (_, k) => (boundaries[k + 1] - boundaries[k]) / rate);
}

function probeOf({ drag }: ParticlesParams, { params }: PreparedKey, steps: Float64Array): LawProbe {
  const { law, ease } = params;
  const drags = steps.map((dt) => dragFactor(drag, dt));
  return new LawProbe(new KeyLaw({ law, steps, drags, ease }), steps);
}

/** The least number of steps above `from` that suffices; null where 64 times as many do not. */
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

/** Straight on with drag. */
function fly(
  places: Float64Array,
  speeds: Float64Array,
  particle: number,
  seconds: number,
  drag: number,
): void {
  if (seconds === 0) return;
  const kept = exp(-drag * seconds);
  const reach = drag > 0 ? (1 - kept) / drag : seconds;
  for (let axis = 0; axis < 3; axis++) {
    places[3 * particle + axis] += reach * speeds[3 * particle + axis];
    speeds[3 * particle + axis] *= kept;
  }
}
