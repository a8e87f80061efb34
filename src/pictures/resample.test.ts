import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { resampleGrid } from './resample.ts';

test('a slope stays linear at higher and lower resolution', () => {
  const [columns, rows] = [40, 30];
  const source = Float32Array.from(
    { length: columns * rows },
    (_, k) => 0.3 * (k % columns) - 0.2 * Math.floor(k / columns),
  );
  for (const step of [0.25, 0.7, 1, 2, 3]) {
    const [outColumns, outRows] = [5, 4];
    const out = resampleGrid(source, columns, rows, outColumns, outRows, 12, 10, step);
    for (let k = 0; k < out.length; k++) {
      const [x, y] = [12 + (k % outColumns) * step, 10 + Math.floor(k / outColumns) * step];
      expect(out[k]).toBeCloseTo(0.3 * x - 0.2 * y, 4);
    }
  }
});

test('there is no overshoot at a wall', () => {
  const source = Float32Array.from({ length: 400 }, (_, k) => (k % 20 < 10 ? 1 : 0));
  const out = resampleGrid(source, 20, 20, 200, 200, 0, 0, 0.1);
  expect(Math.min(...out)).toBeGreaterThanOrEqual(-1e-6);
  expect(Math.max(...out)).toBeLessThanOrEqual(1 + 1e-6);
});

test('outside, the boundary value is repeated, or the given value is used', () => {
  const source = Float32Array.from({ length: 16 }, () => 5);
  expect(resampleGrid(source, 4, 4, 1, 1, -50, 60, 1)[0]).toBeCloseTo(5, 5);
  expect(resampleGrid(source, 4, 4, 1, 1, -50, 60, 1, 0)[0]).toBe(0);
  expect(resampleGrid(source, 4, 4, 1, 1, -50, 60, 1, 2)[0]).toBeCloseTo(2, 5);
  expect(resampleGrid(source, 4, 4, 1, 1, 1.5, 1.5, 1, 0)[0]).toBeGreaterThan(4);
});

test('slow reference implementation: a weighted mean with the same kernel over every sample', () => {
  const [columns, rows] = [11, 9];
  const source = Float32Array.from({ length: columns * rows }, (_, k) => hashUnit(1, k));
  const bell = (x: number) => {
    const a = Math.abs(x);
    return a >= 2 ? 0 : a >= 1 ? (2 - a) ** 3 / 6 : 2 / 3 - a * a + a ** 3 / 2;
  };
  const out = resampleGrid(source, columns, rows, 9, 7, 2.2, 2.4, 0.6);
  for (let k = 0; k < out.length; k++) {
    const [x, y] = [2.2 + (k % 9) * 0.6, 2.4 + Math.floor(k / 9) * 0.6];
    let sum = 0;
    for (let j = -3; j < rows + 3; j++) {
      for (let i = -3; i < columns + 3; i++) {
        const at = Math.min(rows - 1, Math.max(0, j)) * columns + Math.min(columns - 1, Math.max(0, i));
        sum += bell(i - x) * bell(j - y) * source[at];
      }
    }
    expect(out[k]).toBeCloseTo(sum, 5);
  }
});
