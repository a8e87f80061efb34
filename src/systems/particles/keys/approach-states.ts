import { approach, approachFraction } from '../laws/approach-state.ts';
import { lightOfColor } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import { blockOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';
import type { PreparedKey } from './prepared-key.ts';

/**
 * Advances colours, opacities, sizes and attributes from a tick to a time within it or at its end. Each member's values move
 * linearly to those that it must have at arrival. They depend on time alone, so ticks are never divided for them.
 */
export function approachStates(state: ParticlesState, run: KeyRun, tick: number, stop: number): void {
  const { params, goals } = run.key;
  const { colors } = state;
  const takesColors = takesGoalColors(run.key);
  const changes: Change[] = [];
  if (params.color) {
    lightOfColor(params.color).forEach((value, offset) => {
      changes.push({ values: colors, stride: 4, offset, value });
    });
  }
  if (params.opacity !== undefined)
    changes.push({ values: colors, stride: 4, offset: 3, value: params.opacity });
  if (params.size !== undefined) {
    changes.push({ values: state.store.size, stride: 1, offset: 0, value: params.size });
  }
  // A key gathers the particles that it moves, so it undoes their diffusion.
  if (goals && state.spread) changes.push({ values: state.spread, stride: 1, offset: 0, value: 0 });
  for (const { name, value } of params.attributes) {
    changes.push({ values: state.attributes.get(name)!, stride: 1, offset: 0, value });
  }
  if (changes.length === 0 && !takesColors) return;
  const fractions = fractionsOf(state, run, tick, stop);
  for (const change of changes) approachAll(change, run.members, fractions);
  if (takesColors) takeColors(colors, run, fractions, !params.color, params.opacity === undefined);
}

/** Returns true if the members of a key take the colours of their goals. */
export function takesGoalColors({ params, goals }: PreparedKey): boolean {
  return goals !== null && params.colors === 'shape' && goals.blocks.some(({ points }) => points.colors);
}

/** A value of each member, and its target. */
interface Change {
  readonly values: Float32Array | Float64Array;
  readonly stride: number;
  readonly offset: number;
  readonly value: number;
}

function approachAll(
  { values, stride, offset, value }: Change,
  members: Uint32Array,
  fractions: Float64Array,
): void {
  for (let k = 0; k < members.length; k++) {
    if (fractions[k] === 0) continue;
    const at = stride * members[k] + offset;
    values[at] = approach(values[at], value, fractions[k]);
  }
}

/** Advances colours to those of the members' own goals. */
function takeColors(
  colors: Float32Array,
  run: KeyRun,
  fractions: Float64Array,
  withColor: boolean,
  withOpacity: boolean,
): void {
  const { members, key } = run;
  for (let k = 0; k < members.length; k++) {
    if (fractions[k] === 0) continue;
    const goal = run.goalOf(k);
    const { points, first } = blockOf(key.goals!, goal);
    if (!points.colors) continue;
    const from = 4 * (goal - first);
    const to = 4 * members[k];
    for (let channel = withColor ? 0 : 3; channel < (withOpacity ? 4 : 3); channel++) {
      colors[to + channel] = approach(colors[to + channel], points.colors[from + channel], fractions[k]);
    }
  }
}

/**
 * Returns the fraction of the remaining difference that each member covers: [n]. The fraction is 0 for particles that do not exist.
 */
function fractionsOf(
  { store: { cohort: rows }, bornCount }: ParticlesState,
  { key, members, cohorts }: KeyRun,
  tick: number,
  stop: number,
): Float64Array {
  const byCohort = fractionsOfCohorts(key.arrivals, key.start, tick, stop);
  const out = new Float64Array(members.length);
  for (let k = 0; k < members.length; k++) {
    const particle = members[k];
    if (particle < bornCount && rows[particle] >= 0) out[k] = byCohort[cohorts[k]];
  }
  return out;
}

/**
 * Returns, by cohort, the fraction of the remaining difference that is covered from a time on the clock to another; 0 outside the
 * key's time.
 */
export function fractionsOfCohorts(
  arrivals: Float64Array,
  start: number,
  tick: number,
  stop: number,
): Float64Array {
  return Float64Array.from(arrivals, (arrival) => {
    const from = Math.max(tick, start);
    const to = Math.min(stop, arrival);
    return to > from ? approachFraction(to - from, arrival - from) : 0;
  });
}
