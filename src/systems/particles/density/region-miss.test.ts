import { expect, test } from 'vitest';
import { regionMiss } from './region-miss.ts';

test('a particle of a density key misses by what it is outside its shape, or off its goal', () => {
  const ball = { distance: (x: number, y: number, z: number) => Math.hypot(x, y, z) - 1 };
  expect(regionMiss(ball, 0.5, 0.5, 0, 0, 0, 0.9)).toBe(0);
  expect(regionMiss(ball, 3, 0, 0, 0, 0, 0.9)).toBe(2);
  // Its goal may lie on the rim, a rounding outside.
  expect(regionMiss(ball, 1 + 1e-15, 0, 0, 1 + 1e-15, 0, 0)).toBe(0);
  expect(regionMiss({ distance: null }, 1, 0, 0, 1, 0, 2)).toBe(2);
});
