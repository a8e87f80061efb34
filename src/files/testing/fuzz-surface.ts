import fc from 'fast-check';
import { expect } from 'vitest';
import { InputError } from '../../input-error.ts';
import type { TriangleMesh } from '../../motion/keyed-collider.ts';
import { damages, harm, lies } from './damage.ts';

export const fuzzSeed = 20261128;
const runs = Number(process.env.FUZZ_RUNS ?? 500);

/** Damaged files give a surface or an InputError, some of each. sources: at least two; the second is binary. */
export function fuzzSurface(read: (bytes: Uint8Array) => TriangleMesh, sources: readonly Uint8Array[]): void {
  const take = (bytes: Uint8Array) => {
    try {
      const { positions, indices } = read(bytes);
      expect(positions.every(Number.isFinite) && indices.every((index) => 3 * index < positions.length)).toBe(
        true,
      );
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
  expect(taken).toBeGreaterThan(runs / 20);
  expect(taken).toBeLessThan(0.9 * runs);
  for (const bytes of lies(sources[1], true, true)) take(bytes);
}
