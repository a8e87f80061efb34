import { expect, test } from 'vitest';
import { fitGround } from './fit-ground.ts';

const print = [-0.05, 0, 0.05, 0, -0.05, 0.2, 0.05, 0.2, 0, 0.1];

test('on a plane the result is that plane, at every position of the footprint', () => {
  for (const [x, z] of [
    [0, 0],
    [3, -7],
  ]) {
    const plane = fitGround((a, b) => 0.2 * a - 0.3 * b + 1, print, x, z, 1.7);
    expect(plane.slopeX).toBeCloseTo(0.2, 9);
    expect(plane.slopeZ).toBeCloseTo(-0.3, 9);
    expect(plane.h).toBeCloseTo(0.2 * plane.x - 0.3 * plane.z + 1, 9);
  }
});

test('a footprint of one point, or without width, has a slope too', () => {
  for (const points of [
    [0, 0],
    [0, 0, 0, 0.2],
    [0.1, 0.1, 0.1, 0.1],
  ]) {
    const plane = fitGround((a, b) => 0.2 * a - 0.3 * b, points, 0, 0, 1.7);
    expect(plane.slopeX).toBeCloseTo(0.2, 6);
    expect(plane.slopeZ).toBeCloseTo(-0.3, 6);
  }
});

test('at a cliff the slope is limited, and no point sinks deep', () => {
  const cliff = (_: number, z: number) => (z > 0.1 ? 0.5 : 0);
  const { slopeX, slopeZ, h, x, z } = fitGround(cliff, print, 0, 0, 1.7);
  expect(Math.hypot(slopeX, slopeZ)).toBeLessThanOrEqual(0.7000001);
  for (let k = 0; k < print.length; k += 2) {
    const height = h + slopeX * (print[k] - x) + slopeZ * (print[k + 1] - z);
    expect(cliff(print[k], print[k + 1]) - height).toBeLessThan(0.0081 * 1.7);
  }
});
