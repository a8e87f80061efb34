import { expect, test } from 'vitest';
import { regionMiss } from './region-miss.ts';

test('the miss is the distance to the shape or to the goal, whichever is smaller', () => {
  const ball = { distance: (x: number, y: number, z: number) => Math.hypot(x, y, z) - 1 };
  expect(regionMiss(ball, 0.5, 0.5, 0, 0, 0, 0.9)).toBe(0);
  expect(regionMiss(ball, 3, 0, 0, 0, 0, 0.9)).toBe(2);
  // The goal of a particle may be on the boundary, outside by rounding.
  expect(regionMiss(ball, 1 + 1e-15, 0, 0, 1 + 1e-15, 0, 0)).toBe(0);
  expect(regionMiss({ distance: null }, 1, 0, 0, 1, 0, 2)).toBe(2);
});
