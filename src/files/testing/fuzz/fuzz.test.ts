import { afterAll, describe, expect, test } from 'vitest';
import { times } from '../../../testing/long.ts';
import { fuzzLimits } from './fuzz-limits.ts';
import { FuzzRunner } from './fuzz-runner.ts';
import { subjectGroups } from './subjects/index.ts';

const seed = 20261128;
/** Number of damaged inputs for each reader. In the long form, the total for all readers is about a million. */
const runs = Number(process.env.FUZZ_RUNS ?? times({ short: 100, long: 21_000 }));

const runner = new FuzzRunner();
afterAll(() => runner.close());

describe(`${runs} damaged inputs of every reader are read, or refused with an InputError, within ${fuzzLimits.seconds} s and ${fuzzLimits.bytes / 2 ** 20} MB (seed ${seed})`, () => {
  test.each(Object.keys(subjectGroups))(
    '%s',
    async (group) => {
      const subjects = await subjectGroups[group]();
      const request = { group, seed, first: 0, end: runs };
      const tallies = await runner.run(request);
      expect(tallies.map(({ subject }) => subject)).toEqual(subjects.map(({ name }) => name));
      for (const [k, { subject, faults, accepted, refused, suspects }] of tallies.entries()) {
        expect(faults, subject).toEqual([]);
        // If all inputs were accepted or all were refused, the test would prove nothing.
        expect(accepted, `${subject}: accepted`).toBeGreaterThanOrEqual(
          Math.floor((subjects[k].minAcceptedFraction ?? 0.01) * (accepted + refused)),
        );
        expect(refused, `${subject}: refused`).toBeGreaterThan(0);
        for (const { input } of suspects) {
          const alone = await runner.measureAlone(request, subject, input);
          expect(alone.seconds, `${subject}: seconds of input ${input}`).toBeLessThan(fuzzLimits.seconds);
          expect(alone.bytes, `${subject}: bytes of input ${input}`).toBeLessThan(fuzzLimits.bytes);
        }
      }
    },
    60_000 + 100 * runs,
  );
});
