import { expect, test } from 'vitest';
import { hashUnit } from './random.ts';
import { diagonalizeSymmetric } from './symmetric-eigen.ts';

function randomMatrix(size: number, seed: number, rank = size): Float64Array {
  const out = new Float64Array(size * size);
  for (let r = 0; r < rank; r++) {
    const x = Array.from({ length: size }, (_, i) => 2 * hashUnit(seed, r, i) - 1);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) out[i * size + j] += x[i] * x[j] * 10 ** -r;
  }
  return out;
}

test.each([
  [1, 1],
  [2, 2],
  [12, 12],
  [40, 7],
])('a matrix of size %i and rank %i: A v = λ v, vectors orthonormal, values falling', (size, rank) => {
  const matrix = randomMatrix(size, 5, rank);
  const { values, vectors } = diagonalizeSymmetric(matrix, size);
  const row = (k: number) => vectors.subarray(k * size, (k + 1) * size);
  for (let k = 0; k < size; k++) {
    if (k > 0) expect(values[k]).toBeLessThanOrEqual(values[k - 1]);
    for (let i = 0; i < size; i++) {
      let product = 0;
      for (let j = 0; j < size; j++) product += matrix[i * size + j] * row(k)[j];
      expect(Math.abs(product - values[k] * row(k)[i])).toBeLessThan(1e-13 * Math.abs(values[0]));
    }
    for (let l = 0; l <= k; l++) {
      const dot = row(k).reduce((sum, value, i) => sum + value * row(l)[i], 0);
      expect(dot).toBeCloseTo(k === l ? 1 : 0, 13);
    }
  }
  for (let k = rank; k < size; k++) expect(Math.abs(values[k])).toBeLessThan(1e-14 * values[0]);
});

test('equal eigenvalues, zero and diagonal matrices', () => {
  expect([...diagonalizeSymmetric(new Float64Array(9), 3).values]).toEqual([0, 0, 0]);
  expect([...diagonalizeSymmetric(Float64Array.of(1, 0, 0, 0, 3, 0, 0, 0, 1), 3).values]).toEqual([3, 1, 1]);
  const { values, vectors } = diagonalizeSymmetric(Float64Array.of(2, 1, 1, 2), 2);
  expect(values[0]).toBeCloseTo(3, 14);
  expect(values[1]).toBeCloseTo(1, 14);
  expect(vectors[0]).toBeCloseTo(Math.SQRT1_2, 15);
  expect(vectors[1]).toBeCloseTo(Math.SQRT1_2, 15);
});
