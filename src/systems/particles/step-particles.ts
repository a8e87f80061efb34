import type { CohortTable } from './cohort-table.ts';
import { forcesFlag, weightsFlag } from './records.generated.ts';
import type { ParticleStore } from './store.ts';

export interface StepOptions {
  /** True if `ax`, `ay`, `az` contain forces: see `ForceField.accumulate`. */
  readonly forces: boolean;
  /** True if `weight` differs from 1 for any controlled particle. If all are 1, false gives the same result in less time. */
  readonly weights: boolean;
}

/**
 * Advances particles first … end − 1 by `dt` seconds, using the rows of the table. Those with a cohort below 0 do not change.
 * Free particles read neither targets nor weights, so other keys do not affect them. Allocates nothing.
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
