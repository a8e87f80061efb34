import { describe, expect, test } from 'vitest';
import { casesOf } from '../../testing/long.ts';
import { measureShells } from './testing/measure-shells.ts';
import { makeRandomRun } from './testing/random-run.ts';

describe('random parameters', () => {
  test.each(casesOf([...Array(30).keys()], (seed) => seed % 3 === 1))(
    'seed %i: finite, above the skin, not torn',
    async (seed) => {
      const run = await makeRandomRun(seed);
      const { maxLean } = run.params;
      run.runTo(0.25, () => {
        const { allFinite, peakLean, normalFault } = measureShells(run.state.output);
        expect(allFinite).toBe(true);
        expect(normalFault).toBeLessThan(1e-5);
        expect(peakLean).toBeLessThan(maxLean + 2e-3);
      });
      expect(run.reopen(run.save()).hash()).toBe(run.hash());
    },
  );
});
