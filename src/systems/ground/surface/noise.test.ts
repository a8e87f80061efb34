import { expect, test } from 'vitest';
import { unitsPerMetre } from '../rules/units.ts';
import { fillNoise, type NoiseParams, noiseBound, noiseSlopeBound } from './noise.ts';

const noise: NoiseParams = { seed: 7, cell: 0.01, amplitude: 0.02, wavelength: 0.31, octaves: 3 };

function fill(i0: number, j0: number, columns: number, rows: number, params = noise): Int32Array {
  const out = new Int32Array(columns * rows);
  fillNoise(out, i0, j0, columns, rows, params);
  return out;
}

test('the height of a column does not depend on the requested rectangle, also far from the origin', () => {
  for (const [i0, j0] of [
    [-70, -33],
    [2 ** 29, -(2 ** 29)],
  ]) {
    const whole = fill(i0, j0, 96, 80);
    const part = fill(i0 + 41, j0 + 37, 32, 32);
    for (let j = 0; j < 32; j++) {
      for (let i = 0; i < 32; i++) expect(part[j * 32 + i]).toBe(whole[(j + 37) * 96 + i + 41]);
    }
  }
});

test('lattice points have their own random values and the curve between them is smooth', () => {
  const one = { ...noise, octaves: 1, wavelength: 0.32 };
  const heights = fill(0, 0, 321, 1, one);
  const steps = heights.slice(1).map((value, k) => value - heights[k]);
  const bends = steps.slice(1).map((value, k) => Math.abs(value - steps[k]));
  const lattice = [...Array(10).keys()].map((k) => heights[32 * k]);
  expect(new Set(lattice).size).toBe(10);
  // Piecewise cubic with a continuous slope, so second differences are much smaller than a step would give.
  expect(Math.max(...bends)).toBeLessThan(0.02 * unitsPerMetre * 0.02);
});

test('heights and slopes are within their bounds, and use a large fraction of them', () => {
  const size = 400;
  const heights = fill(-200, -200, size, size);
  const highest = heights.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / unitsPerMetre;
  expect(highest).toBeLessThanOrEqual(noiseBound(noise));
  expect(highest).toBeGreaterThan(0.5 * noise.amplitude);
  let steepest = 0;
  for (let k = 1; k < heights.length; k++) {
    if (k % size > 0) steepest = Math.max(steepest, Math.abs(heights[k] - heights[k - 1]));
  }
  expect(steepest / unitsPerMetre / noise.cell).toBeLessThanOrEqual(noiseSlopeBound(noise));
});

test('another seed gives another ground, amplitude 0 is flat', () => {
  expect(fill(0, 0, 32, 32, { ...noise, seed: 8 })).not.toEqual(fill(0, 0, 32, 32));
  expect(fill(0, 0, 32, 32, { ...noise, amplitude: 0 }).every((value) => value === 0)).toBe(true);
});
