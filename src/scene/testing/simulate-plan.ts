import type { BakePlan } from '../../bake/bake-plan.ts';
import { Simulation } from '../../simulation/simulation.ts';

/** Returns the simulation of a plan, created as a bake creates it. */
export function simulatePlan(plan: BakePlan): Simulation {
  return new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
}
