import { lowerBound } from '../schedule.ts';
import type { ParticlesState } from '../state.ts';
import type { KeyRun } from './key-run.ts';

/** Moves particles that have left the intermediate shape back, after a step of dt seconds that began at a time on the clock. */
export function confineKey({ store }: ParticlesState, run: KeyRun, clockTime: number, dt: number): void {
  const { key, morph, members, cohorts, laws, progress, results } = run;
  if (!morph) return;
  const step = lowerBound(key.boundaries, clockTime);
  results.confined += morph.afterStep(
    store,
    members,
    cohorts,
    laws.map(({ stepCount }, cohort) =>
      step < stepCount ? { progress: progress[cohort][step + 1], before: progress[cohort][step] } : null,
    ),
    dt,
  );
}
