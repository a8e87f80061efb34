import fc from 'fast-check';
import { expect } from 'vitest';
import { InputError } from '../../input-error.ts';
import { damages, harm, lies } from './damage.ts';

export const fuzzSeed = 20261128;
const defaultRuns = Number(process.env.FUZZ_RUNS ?? 500);

/**
 * Damaged files are read or end in an InputError and nothing else, some of each. `read` checks what it has read.
 * sources: `lies` is told of the last whether it is binary.
 */
export function fuzzReader(
  read: (bytes: Uint8Array) => void,
  sources: readonly Uint8Array[],
  { isBinary = true, runs = defaultRuns, least = 0.05 } = {},
): void {
  const take = (bytes: Uint8Array) => {
    try {
      read(bytes);
      return true;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  };
  let taken = 0;
  fc.assert(
    fc.property(fc.nat(sources.length - 1), damages, (which, damage) => {
      if (take(harm(sources[which], damage))) taken++;
    }),
    { seed: fuzzSeed, numRuns: runs },
  );
  expect(taken).toBeGreaterThanOrEqual(least * runs);
  expect(taken).toBeLessThan(runs);
  for (const bytes of lies(sources[sources.length - 1], isBinary, true)) take(bytes);
}
