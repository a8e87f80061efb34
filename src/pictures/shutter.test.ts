import { expect, test } from 'vitest';
import { shutterMoments } from './shutter.ts';

test('the moments are the middles of equal parts of the time for which the shutter is open', () => {
  const times = shutterMoments(2, 0.4, 4).map(({ time }) => time);
  for (const [k, expected] of [1.65, 1.75, 1.85, 1.95].entries()) expect(times[k]).toBeCloseTo(expected, 12);
  expect(shutterMoments(1, 0.5, 2, 0.7).map(({ time }) => time)).toEqual([0.7, 0.875]);
});

test('a shutter that does not stay open gives one moment without an offset', () => {
  expect(shutterMoments(3, 0, 16)).toEqual([{ time: 3, offset: [0, 0] }]);
});

test.each([4, 8, 16, 64])('%i offsets fill the pixel evenly', (count) => {
  const offsets = shutterMoments(0, 1, count).map(({ offset }) => offset);
  for (const axis of [0, 1]) {
    const values = offsets.map((offset) => offset[axis]);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-0.5);
    expect(Math.max(...values)).toBeLessThan(0.5);
    // Each half of the pixel has half of the samples, except at most two.
    expect(Math.abs(values.filter((value) => value < 0).length - count / 2)).toBeLessThanOrEqual(2);
  }
  expect(new Set(offsets.map(String)).size).toBe(count);
});
