import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideCount } from './keys/divide-count.ts';
import { lowerBound, Schedule } from './schedule.ts';

test('times are converted exactly, and times near a tick or near each other are merged', () => {
  const schedule = new Schedule(120, [1.1, 2.5, 0.10007, 0.1000700001, 0.105]);
  expect(schedule.clockTimeOf(1.1)).toBe(132);
  expect(schedule.clockTimeOf(2.5)).toBe(300);
  expect(schedule.clockTimeOf(0.10007)).toBe(schedule.clockTimeOf(0.1000700001));
  expect(schedule.cutsOf(12)).toEqual([schedule.clockTimeOf(0.10007), schedule.clockTimeOf(0.105)]);
  expect(schedule.cutsOf(132)).toEqual([]);
});

test('boundaries include both ends, every tick between them, and all divisions of the first and last tick', () => {
  const schedule = new Schedule(10, [0.12, 0.15, 0.31, 0.57, 0.58]);
  expect([...schedule.boundaries(1.2, 5.8)]).toEqual([1.2, 1.5, 2, 3, 4, 5, 5.699999999999999, 5.8]);
  expect([...schedule.boundaries(1.2, 1.5)]).toEqual([1.2, 1.5]);
  expect([...schedule.boundaries(1, 4)]).toEqual([1, 2, 3, 4]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 2 }), (times) => {
      const any = new Schedule(7, times);
      const positions = [...new Set(times.map((time) => any.clockTimeOf(time)))].sort((a, b) => a - b);
      if (positions.length < 2) return;
      const found = any.boundaries(positions[0], positions[positions.length - 1]);
      for (let k = 1; k < found.length; k++) expect(found[k]).toBeGreaterThan(found[k - 1]);
      expect(found[found.length - 1]).toBe(positions[positions.length - 1]);
    }),
    { seed: 7 },
  );
});

test('divideCount gives integers with the right sum, each within one of the exact value', () => {
  expect(divideCount(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(divideCount(3, [0, 5, 0])).toEqual([0, 3, 0]);
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 9 }),
      (count, weights) => {
        const fractions = divideCount(count, weights);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        expect(fractions.reduce((sum, fraction) => sum + fraction, 0)).toBe(count);
        for (const [k, fraction] of fractions.entries()) {
          expect(Math.abs(fraction - (count * weights[k]) / total)).toBeLessThanOrEqual(1 + 1e-9);
        }
      },
    ),
    { seed: 8 },
  );
});

test('lowerBound finds the first entry that is not below a value', () => {
  expect(lowerBound([1, 3, 5], 3)).toBe(1);
  expect(lowerBound([1, 3, 5], 4)).toBe(2);
  expect(lowerBound([1, 3, 5], 6)).toBe(3);
  expect(lowerBound([], 6)).toBe(0);
});
