import { expect, test } from 'vitest';
import { Resolution } from './resolution.ts';

/** Runs frames that take `cost` seconds at full size, and in proportion to their pixels. */
function run(resolution: Resolution, cost: number, frames: number): number[] {
  const fractions: number[] = [];
  let now = 0;
  for (let k = 0; k < frames; k++) {
    now += cost * resolution.fraction ** 2;
    resolution.frame(now);
    fractions.push(resolution.fraction);
  }
  return fractions;
}

test('a fast machine draws at full size, from any initial resolution', () => {
  expect(new Set(run(new Resolution(), 0.016, 100))).toEqual(new Set([1]));
  expect(run(new Resolution(0.5), 0.016, 40).at(-1)).toBe(1);
});

test('a slow machine reduces the resolution until it is fast enough, and then keeps it', () => {
  const fractions = run(new Resolution(), 0.3, 200);
  const settled = fractions.at(-1)!;
  expect(0.3 * settled ** 2).toBeLessThan(0.1);
  expect(settled).toBeGreaterThan(0.4);
  expect(new Set(fractions.slice(100)).size).toBe(1);
});

test('the resolution has a minimum, and one late frame changes nothing', () => {
  expect(run(new Resolution(), 10, 100).at(-1)).toBe(0.4);
  const resolution = new Resolution();
  for (const now of [0, 0.05, 0.1, 5, 5.05, 5.1]) resolution.frame(now);
  expect(resolution.fraction).toBe(1);
});
