import { expect, test } from 'vitest';
import { addFractions, fractionToNumber, toFraction } from './fraction.ts';

test('fractions of very long integers are converted to numbers', () => {
  const tiny = toFraction(2.5e-323);
  expect(fractionToNumber(addFractions(tiny, toFraction('1/10')))).toBeCloseTo(0.1, 12);
  expect(fractionToNumber(tiny)).toBeLessThan(1e-300);
  expect(fractionToNumber(toFraction('30000/1001'))).toBe(30000 / 1001);
});

test.each(['30e-200000000', '1e401', '1e-401', `1/${'7'.repeat(1_000_000)}`, '1'.repeat(101)])(
  'a text that would take minutes to calculate is refused: %#',
  (text) => {
    expect(() => toFraction(text)).toThrow(RangeError);
  },
);

test.each([5e-324, Number.MAX_VALUE, 1 / 3])('every number that a file can hold is exact: %d', (value) => {
  expect(() => toFraction(value)).not.toThrow();
});
