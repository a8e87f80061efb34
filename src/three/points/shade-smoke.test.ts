import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { shadeSmoke } from './shade-smoke.ts';

test('smoke is darker below more smoke, and bright at its top', () => {
  // A vertical column of puffs.
  const count = 200;
  const positions = new Float32Array(4 * count);
  const colors = new Float32Array(4 * count).fill(0.5);
  for (let k = 0; k < count; k++) {
    const side = (what: number) => 0.3 * hashUnit(2, k, what);
    positions.set([side(0), k / count, side(1), 0.1], 4 * k);
  }
  const light = new Float32Array(count);
  shadeSmoke(light, positions, colors, count, [0, 0, 0], [0.3, 1, 0.3]);
  expect(light[count - 1]).toBeGreaterThan(0.9);
  expect(light[0]).toBeLessThan(0.7);
  const mean = (from: number) => light.slice(from, from + 50).reduce((sum, value) => sum + value / 50, 0);
  expect(mean(0)).toBeLessThan(mean(50));
  expect(mean(50)).toBeLessThan(mean(100));
  // Thin smoke absorbs less light, and invisible smoke none.
  const thin = new Float32Array(count);
  shadeSmoke(
    thin,
    positions,
    colors.map((value) => 0.1 * value),
    count,
    [0, 0, 0],
    [0.3, 1, 0.3],
  );
  for (let k = 0; k < count; k++) expect(thin[k]).toBeGreaterThanOrEqual(light[k]);
  shadeSmoke(thin, positions, new Float32Array(4 * count), count, [0, 0, 0], [0.3, 1, 0.3]);
  expect([...new Set(thin)]).toEqual([1]);
});

test('with NaN all of it stays bright', () => {
  const positions = Float32Array.of(
    Number.NaN,
    0,
    0,
    1,
    0,
    Number.POSITIVE_INFINITY,
    0,
    1,
    0.5,
    0.5,
    0.5,
    Number.NaN,
  );
  const light = new Float32Array(3);
  for (const side of [1, 0, Number.NaN, Number.NEGATIVE_INFINITY]) {
    shadeSmoke(light, positions, null, 3, [0, 0, 0], [side, side, side]);
    for (const value of light) expect(value).toBe(1);
  }
});
