import { createStepLaw, dragFactor, type StepLaw } from '../laws/step-law.ts';
import {
  choosePaths,
  type PathChoice,
  type PathOptions,
  type PathRatings,
  ratePaths,
} from '../plausibility/choose-paths.ts';
import { findNear } from '../plausibility/find-near.ts';
import { createKeyMeasures, type KeyMeasureOptions } from '../plausibility/key-measures.ts';
import { LookAhead, type LookAheadStep } from '../plausibility/look-ahead.ts';
import type { PathMeasure } from '../plausibility/path-measure.ts';
import type { ParticlesState } from '../state.ts';
import { blocksOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';
import { positionsOf, targetsOf } from './member-positions.ts';
import { weightSeed } from './weigh-key.ts';

/** Numbers between the paths of two steps: more than the maximum of `attempts`. */
const pathsPerStep = 1024;

/** Returns true if a key tries several paths. */
export function triesPaths({ params }: KeyRun['key']): boolean {
  return params.attempts > 1 && params.randomness > 0 && params.kind === 'fill';
}

/**
 * Rates the current path of each member of a key from a given step on, and compares it with other candidate paths. Writes the number of
 * the most plausible path to `run.paths`. The store must already contain the members' targets and cohorts. Dingle & Keyser 2005,
 * section 6.
 *
 * Where an obstacle is near, the whole path is rated. A whole path that was chosen before and still touches nothing is kept.
 */
export function judgeKey(state: ParticlesState, run: KeyRun, step: number): void {
  const { key, members, cohorts } = run;
  const { lookAhead, paper } = key.params;
  const { cohort: rows } = state.store;
  const moving = Uint32Array.from(members.keys()).filter((k) => rows[members[k]] === key.row + cohorts[k]);
  const isFirst = run.paths.length === 0;
  if (isFirst) run.paths = new Uint32Array(members.length);
  const { obstacles, params } = state;
  const hasObstacles = params.collide && obstacles.exist;
  const all = key.boundaries.length - 1 - step;
  const steps = lookAhead === 0 ? all : Math.min(all, lookAhead);
  const whole = { step, steps: all, hasObstacles, keepsGood: !isFirst };
  const short = { step, steps, hasObstacles: hasObstacles && paper, keepsGood: !isFirst && lookAhead === 0 };
  const near = hasObstacles && !paper ? listNear(state, run, moving, step) : new Uint8Array(moving.length);
  addChoices(run, [
    judgeMembers(
      state,
      run,
      moving.filter((_, i) => near[i] === 1),
      whole,
    ),
    judgeMembers(
      state,
      run,
      moving.filter((_, i) => near[i] === 0),
      short,
    ),
  ]);
}

interface Judging {
  /** First step of the key that is rated, and the number of steps. */
  readonly step: number;
  readonly steps: number;
  readonly hasObstacles: boolean;
  /** True: only particles that would touch an obstacle try other paths. */
  readonly keepsGood: boolean;
}

type Choice = PathChoice & { readonly count: number };

const noChoice: Choice = { count: 0, tried: 0, replaced: 0, blocked: 0, firstRating: 0, rating: 0 };

/** Judges some members of a key, given by their index in it. */
function judgeMembers(state: ParticlesState, run: KeyRun, chosen: Uint32Array, judging: Judging): Choice {
  if (chosen.length === 0) return noChoice;
  return withPaths(state, run, chosen, judging, (lookAhead) => {
    const count = chosen.length;
    const now: PathRatings = { ratings: new Float64Array(count), touches: new Uint32Array(count) };
    const paths = chosen.map((k) => run.paths[k]);
    const options = pathOptions(state, run, chosen, judging, lookAhead);
    ratePaths(options, paths, now);
    if (judging.keepsGood && now.touches.some((touches) => touches === 0)) {
      const bad = chosen.filter((_, i) => now.touches[i] > 0);
      return judgeMembers(state, run, bad, { ...judging, keepsGood: false });
    }
    const choice = choosePaths(options, paths, now);
    for (let i = 0; i < count; i++) run.paths[chosen[i]] = paths[i];
    return { ...choice, count };
  });
}

/** Calls `use` with a simulation of the paths of some members, and releases its memory afterwards. */
function withPaths<T>(
  state: ParticlesState,
  run: KeyRun,
  chosen: Uint32Array,
  { step, steps, hasObstacles }: Omit<Judging, 'keepsGood'>,
  use: (paths: LookAhead) => T,
): T {
  const paths = new LookAhead({
    store: state.store,
    members: chosen.map((k) => run.members[k]),
    cohortOf: Uint16Array.from(chosen, (k) => run.cohorts[k]),
    field: state.field,
    obstacles: hasObstacles ? state.obstacles : null,
    steps: listSteps(state, run, step, steps),
  });
  try {
    return use(paths);
  } finally {
    paths.release();
  }
}

function pathOptions(
  state: ParticlesState,
  run: KeyRun,
  chosen: Uint32Array,
  { step, steps }: Judging,
  paths: LookAhead,
): PathOptions {
  const { params } = run.key;
  const members = chosen.map((k) => run.members[k]);
  return {
    members,
    seed: weightSeed(state, run),
    randomness: params.randomness,
    firstStep: params.randomPer === 'step' ? step : null,
    attempts: params.attempts,
    firstPath: step * pathsPerStep + 1,
    level: params.level,
    acceptance: params.acceptance,
    byChance: params.accept === 'chance',
    isBoolean: params.paper,
    steps,
    measures: listMeasures(state, run, chosen, members, step),
    paths,
  };
}

function listNear(state: ParticlesState, run: KeyRun, chosen: Uint32Array, step: number): Uint8Array {
  const steps = run.key.boundaries.length - 1 - step;
  const { size } = state.store;
  const radii = Float64Array.from(chosen, (k) => size[run.members[k]] / 2);
  return withPaths(state, run, chosen, { step, steps, hasObstacles: false }, (paths) =>
    findNear({ paths, steps, randomness: run.key.params.randomness, radii }, state.obstacles),
  );
}

/** Adds the results of a judging to those of the key. Ratings are those of the first judging. */
function addChoices(run: KeyRun, choices: readonly Choice[]): void {
  const before = run.results.paths;
  const sumOf = (name: 'count' | 'replaced' | 'blocked') =>
    choices.reduce((sum, choice) => sum + choice[name], 0);
  const total = Math.max(1, sumOf('count'));
  const meanOf = (name: 'firstRating' | 'rating') =>
    choices.reduce((sum, choice) => sum + (choice[name] * choice.count) / total, 0);
  run.results.paths = {
    judgings: (before?.judgings ?? 0) + 1,
    tried: choices.reduce((max, { tried }) => Math.max(max, tried), before?.tried ?? 1),
    replaced: (before?.replaced ?? 0) + sumOf('replaced'),
    blocked: sumOf('blocked'),
    firstRating: before?.firstRating ?? meanOf('firstRating'),
    rating: before?.rating ?? meanOf('rating'),
  };
}

/** Lists the steps for which paths are rated. */
function listSteps(
  state: ParticlesState,
  { key: { boundaries }, laws }: KeyRun,
  first: number,
  count: number,
): LookAheadStep[] {
  const { params } = state;
  return Array.from({ length: count }, (_, ahead) => {
    const step = first + ahead;
    const dt = (boundaries[step + 1] - boundaries[step]) / params.rate;
    const t = boundaries[step] / params.rate;
    return {
      t,
      dt,
      drag: dragFactor(state.dragAt(t), dt),
      laws: laws.map((law): StepLaw | null => {
        if (step >= law.stepCount) return null;
        const out = createStepLaw();
        law.at(out, step);
        return out;
      }),
    };
  });
}

function listMeasures(
  { store, params, options }: ParticlesState,
  { key, cohorts, goals, morph, progress }: KeyRun,
  chosen: Uint32Array,
  members: Uint32Array,
  step: number,
): readonly PathMeasure[] {
  const { distanceSpread, sharpness, smoothness } = key.params;
  const context: KeyMeasureOptions = {
    distanceSpread,
    sharpness,
    smoothness,
    from: positionsOf(store, members),
    goals: targetsOf(store, members),
    shapes: key.goals!.blocks.map(({ shape }) => shape),
    shapeOf: blocksOf(
      key.goals!,
      chosen.map((k) => goals[k]),
    ),
    duration: (key.end - key.boundaries[step]) / params.rate,
    positionAt: morph
      ? (out, i, ahead) => {
          const k = chosen[i];
          const table = progress[cohorts[k]];
          morph.placeAt(out, k, table[Math.min(step + ahead + 1, table.length - 1)]);
        }
      : null,
  };
  const own = createKeyMeasures(context);
  return options.measures?.(own, context) ?? own;
}
