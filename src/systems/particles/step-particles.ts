import type { CohortTable } from './cohort-table.ts';
import { forcesFlag, weightsFlag } from './records.generated.ts';
import type { ParticleStore } from './store.ts';

export interface StepOptions {
  /** Whether `ax`, `ay`, `az` hold forces (`ForceField.accumulate` says so). */
  readonly forces: boolean;
  /** Whether `weight` differs from 1 for any that is led. False only saves time: the result is the same to the bit. */
  readonly weights: boolean;
}

/**
 * Advances particles first … end − 1 by `dt` seconds, by the rows of the table; those with a cohort below 0 stay as they
 * are. The free read neither targets nor weights, so keys that lead others leave no trace in them. Allocates nothing.
 */
export function stepParticles(
  store: ParticleStore,
  table: CohortTable,
  dt: number,
  first: number,
  end: number,
  options: StepOptions,
): void {
  const flags = (options.forces ? forcesFlag : 0) | (options.weights ? weightsFlag : 0);
  store.kernel.step(store.record, table.pointer, dt, first, end, flags);
}
