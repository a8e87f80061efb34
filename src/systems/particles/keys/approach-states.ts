import { approach, approachShare } from '../laws/approach-state.ts';
import { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw } from '../laws/step-law.ts';
import { leadTurn, turnFreely } from '../laws/turn.ts';
import { lowerBound } from '../schedule.ts';
import { lightOfColor } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import { blockOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';

/**
 * Colours, opacities, sizes and attributes over a tick: each of a key's members goes straight to what it must be when it
 * arrives. They depend on time alone, so a tick is never cut for them.
 */
export function approachStates(state: ParticlesState, run: KeyRun, tick: number): void {
  const { key, members, cohorts } = run;
  const { params } = key;
  const { store, bornCount } = state;
  const { cohort: rows, size: sizes } = store;
  const takesColors = params.to && params.colors === 'shape' && !params.color && hasColors(run);
  const color = params.color ? lightOfColor(params.color) : null;
  const attributes = params.attributes.map(({ name, value }) => ({
    values: state.attributes.get(name)!,
    value: Math.fround(value),
  }));
  if (
    !takesColors &&
    !color &&
    params.opacity === undefined &&
    params.size === undefined &&
    attributes.length === 0
  ) {
    return;
  }
  const shares = shareOfCohorts(key.arrivals, key.start, tick);
  const { colors } = state;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    const share = shares[cohorts[k]];
    if (particle >= bornCount || rows[particle] < 0 || share === 0) continue;
    const o = 4 * particle;
    if (color)
      for (let channel = 0; channel < 3; channel++)
        colors[o + channel] = approach(colors[o + channel], color[channel], share);
    else if (takesColors) takeColor(colors, o, run, k, share, params.opacity === undefined);
    if (params.opacity !== undefined) colors[o + 3] = approach(colors[o + 3], params.opacity, share);
    if (params.size !== undefined) sizes[particle] = approach(sizes[particle], params.size, share);
    for (const { values, value } of attributes) values[particle] = approach(values[particle], value, share);
  }
}

/** Whether any of the shapes of a key brings colours. */
function hasColors({ key }: KeyRun): boolean {
  return key.goals!.blocks.some(({ points }) => points.colors !== null);
}

/** Toward the colour of a member's own place. */
function takeColor(
  colors: Float32Array,
  o: number,
  run: KeyRun,
  k: number,
  share: number,
  withOpacity: boolean,
): void {
  const goal = run.goalOf(k);
  const { points, first } = blockOf(run.key.goals!, goal);
  if (!points.colors) return;
  const from = 4 * (goal - first);
  const channels = withOpacity ? 4 : 3;
  for (let channel = 0; channel < channels; channel++) {
    colors[o + channel] = approach(colors[o + channel], points.colors[from + channel], share);
  }
}

/** By cohort: which share of what is missing is made up for in a tick; 0 outside the key's time. */
function shareOfCohorts(arrivals: Float64Array, start: number, tick: number): Float64Array {
  return Float64Array.from(arrivals, (arrival) => {
    const from = Math.max(tick, start);
    const to = Math.min(tick + 1, arrival);
    return to > from ? approachShare(to - from, arrival - from) : 0;
  });
}

const law = createStepLaw();

/** Turns all that is there by one tick: freely, or toward the orientations of keys. */
export function turnParticles(state: ParticlesState, tick: number): void {
  const { orientations, spins, store, firstAlive, bornCount, params } = state;
  if (!orientations || !spins) return;
  const { cohort: rows } = store;
  const isLed = new Uint8Array(bornCount);
  for (const run of state.runs) {
    const { key } = run;
    if (run.phase === 'waiting' || !key.params.orientation) continue;
    if (tick >= key.end || tick + 1 <= key.start) continue;
    leadTurns(state, run, tick, isLed);
  }
  for (let particle = firstAlive; particle < bornCount; particle++) {
    if (rows[particle] < 0 || isLed[particle]) continue;
    turnFreely(orientations, 4 * particle, spins, 3 * particle, 1 / params.rate);
  }
}

function leadTurns(state: ParticlesState, run: KeyRun, tick: number, isLed: Uint8Array): void {
  const { key, members, cohorts } = run;
  const { rate } = state.params;
  const { cohort: rows } = state.store;
  const orientations = state.orientations!;
  const spins = state.spins!;
  const target = unitQuaternion(key.params.orientation!);
  const spin = key.params.spin ?? null;
  const laws = turnLaws(run, rate);
  const { boundaries, arrivals } = key;
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    if (particle >= state.bornCount || rows[particle] < 0) continue;
    const arrival = arrivals[cohorts[k]];
    let at = Math.max(tick, key.start);
    if (at >= arrival) continue;
    isLed[particle] = 1;
    if (at > tick) turnFreely(orientations, 4 * particle, spins, 3 * particle, (at - tick) / rate);
    for (let step = lowerBound(boundaries, at); at < Math.min(tick + 1, arrival); step++) {
      const next = boundaries[step + 1];
      laws[cohorts[k]].at(law, step);
      leadTurn(
        orientations,
        4 * particle,
        spins,
        3 * particle,
        target,
        0,
        spin,
        law,
        (next - at) / rate,
        (arrival - at) / rate,
      );
      at = next;
    }
    if (at < tick + 1) turnFreely(orientations, 4 * particle, spins, 3 * particle, (tick + 1 - at) / rate);
  }
}

/** Laws of turning know no drag. Made when first needed. */
function turnLaws(run: KeyRun, rate: number): readonly KeyLaw[] {
  if (run.turnLaws.length > 0) return run.turnLaws;
  const { boundaries, arrivals, params } = run.key;
  const steps = Float64Array.from(
    { length: boundaries.length - 1 },
    (_, k) => (boundaries[k + 1] - boundaries[k]) / rate,
  );
  run.turnLaws = Array.from(
    arrivals,
    (arrival) =>
      new KeyLaw({
        law: params.spin ? 'velocity' : 'leastEffort',
        steps: steps.subarray(0, lowerBound(boundaries, arrival)),
      }),
  );
  return run.turnLaws;
}

function unitQuaternion(value: readonly number[]): Float64Array {
  const length = Math.sqrt(value.reduce((sum, part) => sum + part * part, 0));
  return Float64Array.from(value, (part) => part / length);
}
