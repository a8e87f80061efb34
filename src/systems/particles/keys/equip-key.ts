import { maxOf } from '../../../math/lists.ts';
import { tabulateProgress } from '../confine/law-progress.ts';
import { createMorph } from '../confine/morph.ts';
import { createDensityRun } from '../density/density-run.ts';
import { KeyLaw } from '../laws/key-law.ts';
import { dragFactor } from '../laws/step-law.ts';
import { shapeRadius } from '../plausibility/measures.ts';
import { lowerBound } from '../schedule.ts';
import type { ParticlesState } from '../state.ts';
import { blocksOf, type Goals } from './goals.ts';
import type { KeyRun } from './key-run.ts';

/**
 * Creates the data that is derived from what a key has fixed. Must be called when the key takes hold, and after a snapshot
 * is restored.
 */
export function equipKey(state: ParticlesState, run: KeyRun): void {
  const { key, members, goals, cohorts } = run;
  const { births, shapes } = state.prepared;
  const { params } = key;
  if (!key.goals) return;
  const steps = stepsOf(run, state.params.rate);
  run.laws = makeLaws(state, run, steps);
  if (params.kind === 'density') {
    const radius = maxOf(key.goals.blocks.map(({ shape }) => shapeRadius(shape)));
    run.density = createDensityRun({
      refine: params.refine,
      members,
      sourceOf: Uint16Array.from(members, (particle) => births.sources[particle]),
      shapeOf: blocksOf(key.goals, goals),
      cohortOf: cohorts,
      watch:
        params.attempts > 1 ? { spread: params.distanceSpread * radius, lookAhead: params.lookAhead } : null,
    });
  }
  if (params.confinement === 'morph') {
    run.morph = createMorph({
      from: run.from,
      to: goalPositionsOf(key.goals, goals),
      fromShapes: shapes,
      fromOf: run.fromOf,
      toShapes: key.goals.blocks.map(({ shape }) => shape),
      toOf: blocksOf(key.goals, goals),
    });
    run.progress = run.laws.map((law) => tabulateProgress(law, steps.subarray(0, law.stepCount)));
  }
}

/** Returns the durations of a key's steps: [stepCount], seconds. */
export function stepsOf({ key: { boundaries } }: KeyRun, rate: number): Float64Array {
  return Float64Array.from(
    { length: boundaries.length - 1 },
    (_, k) => (boundaries[k + 1] - boundaries[k]) / rate,
  );
}

/** Creates the law of every cohort of a key. */
function makeLaws(state: ParticlesState, { key }: KeyRun, steps: Float64Array): KeyLaw[] {
  const { params, options } = state;
  const drags = steps.map((dt, k) => dragFactor(state.dragAt(key.boundaries[k] / params.rate), dt));
  const { law, paper, ease } = key.params;
  return Array.from(key.arrivals, (arrival) => {
    const count = lowerBound(key.boundaries, arrival);
    return new KeyLaw({
      law,
      steps: steps.subarray(0, count),
      drags: drags.subarray(0, count),
      printed: paper,
      ease,
      scaling: options.scaling,
      leadWeight: options.leadWeight,
    });
  });
}

/** Returns the goal positions of the members for shapes that do not move: [3n]. */
function goalPositionsOf({ positions }: Goals, goals: Uint32Array): Float64Array {
  const out = new Float64Array(3 * goals.length);
  for (let k = 0; k < goals.length; k++) {
    for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = positions[3 * goals[k] + axis];
  }
  return out;
}
