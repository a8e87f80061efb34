import type { LongWork } from '../../long-work.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { LiveHeightfield } from '../../systems/outputs/heightfield.ts';
import type { MorphOutput } from '../../systems/outputs/morph.ts';
import type { PointsOutput } from '../../systems/outputs/points.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type ExpectedGround, expectGround } from '../heightfield/expect-ground.ts';

/** What estimates are made of. */
export interface EstimateContext {
  readonly plan: BakePlan;
  readonly frameCount: number;
  readonly grounds: readonly ExpectedGround[];
  /** isThrown: a ground throws them up, so that most of the time few of them exist. */
  readonly points: readonly { readonly output: PointsOutput; readonly isThrown: boolean }[];
  readonly furs: readonly ShellsOutput[];
  readonly morphs: readonly MorphOutput[];
}

export function* createEstimateContext(plan: BakePlan, simulation: Simulation): LongWork<EstimateContext> {
  const grounds: ExpectedGround[] = [];
  const points: { output: PointsOutput; isThrown: boolean }[] = [];
  const furs: ShellsOutput[] = [];
  const morphs: MorphOutput[] = [];
  for (const system of plan.systems) {
    const outputs = simulation.outputs(system.name);
    const isGround = outputs.some(({ kind }) => kind === 'heightfield');
    for (const output of outputs) {
      switch (output.kind) {
        case 'heightfield':
          grounds.push(yield* expectGround(plan, output as LiveHeightfield, system.actors));
          break;
        case 'points':
          points.push({ output, isThrown: isGround });
          break;
        case 'shells':
          furs.push(output);
          break;
        case 'morph':
          morphs.push(output);
          break;
      }
    }
  }
  return { plan, frameCount: plan.lastFrame - plan.firstFrame + 1, grounds, points, furs, morphs };
}
