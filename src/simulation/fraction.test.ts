import { expect, test } from 'vitest';
import { addFractions, fractionToNumber, toFraction } from './fraction.ts';

test('fractions of very long integers are numbers too', () => {
  const tiny = toFraction(2.5e-323);
  expect(fractionToNumber(addFractions(tiny, toFraction('1/10')))).toBeCloseTo(0.1, 12);
  expect(fractionToNumber(tiny)).toBeLessThan(1e-300);
  expect(fractionToNumber(toFraction('30000/1001'))).toBe(30000 / 1001);
});
