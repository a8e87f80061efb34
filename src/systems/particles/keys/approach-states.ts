import { approach, approachShare } from '../laws/approach-state.ts';
import { lightOfColor } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import { blockOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';

/**
 * Colours, opacities, sizes and attributes from a tick to a place within it or at its end: each of a key's members goes straight to what it must be when it
 * arrives. They depend on time alone, so a tick is never cut for them.
 */
export function approachStates(state: ParticlesState, run: KeyRun, tick: number, stop: number): void {
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
  const shares = shareOfCohorts(key.arrivals, key.start, tick, stop);
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

/** By cohort: which share of what is missing is made up for; 0 outside the key's time. */
function shareOfCohorts(arrivals: Float64Array, start: number, tick: number, stop: number): Float64Array {
  return Float64Array.from(arrivals, (arrival) => {
    const from = Math.max(tick, start);
    const to = Math.min(stop, arrival);
    return to > from ? approachShare(to - from, arrival - from) : 0;
  });
}
