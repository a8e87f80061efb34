import { expect, test } from 'vitest';
import { leanFraction, radiusAt } from './blade-curve.ts';

test('the centre line starts at the root, ends at its lean and is the exponential curve between', () => {
  for (const bend of [-8, -1, 1e-5, 0, 0.5, 8]) {
    expect(leanFraction(bend, 0)).toBeCloseTo(0, 15);
    expect(leanFraction(bend, 1)).toBeCloseTo(1, 12);
  }
  expect(leanFraction(2, 0.3)).toBeCloseTo(Math.expm1(0.6) / Math.expm1(2), 12);
  expect(leanFraction(1.0001e-4, 0.3)).toBeCloseTo(leanFraction(0.9999e-4, 0.3), 4);
});

test('the radius is e^−cz up to the length, 0 beyond', () => {
  expect(radiusAt(0.1, 2, 0.7, 0, 0.7)).toBeCloseTo(0.1 * Math.exp(-1.4), 12);
  expect(radiusAt(0.1, 2, 0.7, 0, 0.70001)).toBe(0);
  expect(radiusAt(0.1, 2, 0.7, 1, 0.7)).toBe(0);
  expect(radiusAt(0.1, 2, 0, 1, 0)).toBe(0.1);
});
