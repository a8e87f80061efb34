import { hashBits } from '../../../math/random.ts';
import { createStepLaw, dragFactor, type StepLaw } from '../laws/step-law.ts';
import { choosePaths, drawWeight } from '../plausibility/choose-paths.ts';
import { createKeyMeasures, type KeyMeasureOptions } from '../plausibility/key-measures.ts';
import { LookAhead, type LookAheadStep } from '../plausibility/look-ahead.ts';
import type { PathMeasure } from '../plausibility/path-measure.ts';
import { lowerBound } from '../schedule.ts';
import { randomUses } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import { blocksOf } from './goals.ts';
import type { KeyRun } from './key-run.ts';

/**
 * Determines the fraction of the forces that each member of a key feels: at random, or, if several paths are tried, that of the
 * most plausible one. Must be called after a key has taken effect at a time on the clock, with its targets and rows in the store.
 *
 * from, to [3n] m: current positions and goals of the members.
 */
export function weighKey(
  state: ParticlesState,
  run: KeyRun,
  clockTime: number,
  from: Float64Array,
  to: Float64Array,
): void {
  const { key, members } = run;
  const { randomness, attempts, kind } = key.params;
  const { weight } = state.store;
  const seed = hashBits(state.prepared.seed, randomUses.weight, key.index);
  if (randomness === 0 || attempts === 1 || kind === 'density') {
    for (const particle of members) {
      weight[particle] = randomness === 0 ? 1 : drawWeight(seed, particle, 0, randomness);
    }
    return;
  }
  const steps = listSteps(state, run, clockTime);
  const paths = new LookAhead({
    store: state.store,
    members,
    cohortOf: run.cohorts,
    field: state.field,
    steps,
  });
  const weights = new Float64Array(members.length);
  try {
    const { acceptance } = key.params;
    const measures = listMeasures(state, run, clockTime, from, to);
    const options = { members, seed, randomness, attempts, acceptance, steps: steps.length, measures, paths };
    run.results.paths = choosePaths(options, weights);
  } finally {
    paths.release();
  }
  // Views must be created again, since the memory may have grown.
  const now = state.store.weight;
  for (let k = 0; k < members.length; k++) now[members[k]] = weights[k];
}

/** Lists the steps for which paths are rated. */
function listSteps({ params }: ParticlesState, { key, laws }: KeyRun, clockTime: number): LookAheadStep[] {
  const { boundaries } = key;
  const first = lowerBound(boundaries, clockTime);
  const { lookAhead } = key.params;
  const last = boundaries.length - 1;
  const end = lookAhead > 0 ? Math.min(last, first + lookAhead) : last;
  return Array.from({ length: end - first }, (_, ahead) => {
    const step = first + ahead;
    const dt = (boundaries[step + 1] - boundaries[step]) / params.rate;
    return {
      t: boundaries[step] / params.rate,
      dt,
      drag: dragFactor(params.drag, dt),
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
  state: ParticlesState,
  run: KeyRun,
  clockTime: number,
  from: Float64Array,
  goals: Float64Array,
): readonly PathMeasure[] {
  const { key, morph, progress, cohorts } = run;
  const { distanceSpread, sharpness, smoothness } = key.params;
  const { obstacles, params, options } = state;
  const first = lowerBound(key.boundaries, clockTime);
  const context: KeyMeasureOptions = {
    distanceSpread,
    sharpness,
    smoothness,
    from,
    goals,
    shapes: key.goals!.blocks.map(({ shape }) => shape),
    shapeOf: blocksOf(key.goals!, run.goals),
    duration: (key.end - clockTime) / params.rate,
    blocked: params.collide ? (x, y, z) => obstacles.depthAt(x, y, z, 0) > 0 : null,
    positionAt: morph
      ? (out, k, ahead) => {
          const table = progress[cohorts[k]];
          morph.placeAt(out, k, table[Math.min(first + ahead + 1, table.length - 1)]);
        }
      : null,
  };
  const own = createKeyMeasures(context);
  return options.measures?.(own, context) ?? own;
}
