import { expect, test } from 'vitest';
import { formatRange } from './inspection-text.ts';

test.each([
  [-1, 1, '-1 … 1'],
  [0.123456, 2, '0.1235 … 2'],
  [4181000.3, 4181128.5, '4181000.3 … 4181128.5'],
  [354000, 354000, '354000 … 354000'],
])('the ends of a range differ, also far from the origin: %j to %j', (low, high, message) => {
  expect(formatRange(low, high)).toBe(message);
});
