import { hashBits } from '../../../math/random.ts';
import { drawWeight } from '../plausibility/choose-paths.ts';
import { randomUses } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import type { KeyRun } from './key-run.ts';

/** Returns the seed of the fractions of the forces that the members of a key feel. */
export function weightSeed({ prepared }: ParticlesState, { key }: KeyRun): number {
  return hashBits(prepared.seed, randomUses.weight, key.index);
}

/** Writes the fraction of the forces that each member of a key feels on its path in a step of the key. */
export function weighKey(state: ParticlesState, run: KeyRun, step: number): void {
  const { members, paths } = run;
  const { randomness, randomPer } = run.key.params;
  const { weight } = state.store;
  const seed = weightSeed(state, run);
  const ownStep = randomPer === 'step' ? step : null;
  for (let k = 0; k < members.length; k++) {
    const path = paths.length > 0 ? paths[k] : 0;
    weight[members[k]] = randomness === 0 ? 1 : drawWeight(seed, members[k], path, randomness, ownStep);
  }
}
