import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from './keys/share-out.ts';
import { lowerBound, Schedule } from './schedule.ts';

test('times lie where they are, ticks where they are all but met, equal times in one place', () => {
  const schedule = new Schedule(120, [1.1, 2.5, 0.10007, 0.1000700001, 0.105]);
  expect(schedule.placeOf(1.1)).toBe(132);
  expect(schedule.placeOf(2.5)).toBe(300);
  expect(schedule.placeOf(0.10007)).toBe(schedule.placeOf(0.1000700001));
  expect(schedule.cutsOf(12)).toEqual([schedule.placeOf(0.10007), schedule.placeOf(0.105)]);
  expect(schedule.cutsOf(132)).toEqual([]);
});

test('steps go from the first to the last place, over every tick, and over every cut of a tick that is begun or left', () => {
  const schedule = new Schedule(10, [0.12, 0.15, 0.31, 0.57, 0.58]);
  expect([...schedule.boundaries(1.2, 5.8)]).toEqual([1.2, 1.5, 2, 3, 4, 5, 5.699999999999999, 5.8]);
  expect([...schedule.boundaries(1.2, 1.5)]).toEqual([1.2, 1.5]);
  expect([...schedule.boundaries(1, 4)]).toEqual([1, 2, 3, 4]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 2 }), (times) => {
      const any = new Schedule(7, times);
      const positions = [...new Set(times.map((time) => any.placeOf(time)))].sort((a, b) => a - b);
      if (positions.length < 2) return;
      const found = any.boundaries(positions[0], positions[positions.length - 1]);
      for (let k = 1; k < found.length; k++) expect(found[k]).toBeGreaterThan(found[k - 1]);
      expect(found[found.length - 1]).toBe(positions[positions.length - 1]);
    }),
    { seed: 7 },
  );
});

test('shares come to the whole, each within one of its due', () => {
  expect(shareOut(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(shareOut(3, [0, 5, 0])).toEqual([0, 3, 0]);
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 9 }),
      (count, weights) => {
        const fractions = shareOut(count, weights);
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

test('the first entry that is not below a value is found', () => {
  expect(lowerBound([1, 3, 5], 3)).toBe(1);
  expect(lowerBound([1, 3, 5], 4)).toBe(2);
  expect(lowerBound([1, 3, 5], 6)).toBe(3);
  expect(lowerBound([], 6)).toBe(0);
});
