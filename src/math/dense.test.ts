import { expect, test } from 'vitest';
import { factorCholesky, generalizedEigen, invertPositive } from './cholesky.ts';
import { hashUnit } from './random.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** Returns a random symmetric matrix of the given size, with entries within ± 1. */
function randomSymmetric(size: number, seed: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * size + j] = 2 * hashUnit(seed, i, j) - 1;
      matrix[j * size + i] = matrix[i * size + j];
    }
  }
  return matrix;
}

function multiply(a: ArrayLike<number>, b: ArrayLike<number>, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++)
      for (let j = 0; j < size; j++) out[i * size + j] += a[i * size + k] * b[k * size + j];
  return out;
}

function transpose(a: ArrayLike<number>, size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, k) => a[(k % size) * size + Math.floor(k / size)]);
}

/** Returns the maximum difference between two matrices. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let k = 0; k < a.length; k++) largest = Math.max(largest, Math.abs(a[k] - b[k]));
  return largest;
}

function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1 : 0));
}

/** G Gᵀ + I. */
function randomPositive(size: number, seed: number): Float64Array {
  const g = randomSymmetric(size, seed);
  return multiply(g, transpose(g, size), size).map((value, k) => value + (k % (size + 1) === 0 ? 1 : 0));
}

test.each([1, 2, 3, 5, 16, 48, 97])(
  'eigenvalues and vectors of a random symmetric matrix of size %i',
  (size) => {
    const matrix = randomSymmetric(size, size);
    const { values, vectors } = symmetricEigen(matrix, size);
    const scaled = vectors.map((value, k) => value * values[k % size]);
    expect(distance(multiply(matrix, vectors, size), scaled)).toBeLessThan(1e-13 * size);
    expect(distance(multiply(transpose(vectors, size), vectors, size), identity(size))).toBeLessThan(
      1e-14 * size,
    );
    for (let k = 1; k < size; k++) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
  },
);

test('known eigenvalues: a chain of springs, zeros, a multiple of the identity, a split matrix', () => {
  const size = 20;
  const chain = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    chain[i * size + i] = 2;
    if (i > 0) chain[i * size + i - 1] = -1;
  }
  const { values } = symmetricEigen(chain, size);
  for (let k = 0; k < size; k++)
    expect(values[k]).toBeCloseTo(2 - 2 * Math.cos((Math.PI * (k + 1)) / (size + 1)), 13);
  expect(symmetricEigen(new Float64Array(9), 3).values).toEqual(new Float64Array(3));
  expect(symmetricEigen([5, 0, 0, 5], 2).values).toEqual(Float64Array.of(5, 5));
  const split = symmetricEigen([2, 1, 0, 0, 1, 2, 0, 0, 0, 0, -1, 3, 0, 0, 3, -1], 4);
  expect(distance(split.values, [-4, 1, 2, 3])).toBeLessThan(1e-14);
});

test('eigenvalues of very different sizes, and a matrix of very small and very large entries', () => {
  const { values } = symmetricEigen([1e300, 1e280, 1e280, 1e-300], 2);
  expect(values[1] / 1e300).toBeCloseTo(1, 14);
  const tiny = symmetricEigen([2e-300, 1e-300, 1e-300, 2e-300], 2).values;
  expect(tiny[0] / 1e-300).toBeCloseTo(1, 12);
  expect(tiny[1] / 1e-300).toBeCloseTo(3, 12);
});

test('non-finite numbers cause an error, not an endless loop', () => {
  expect(() => symmetricEigen([1, Number.NaN, Number.NaN, 1], 2)).toThrow(/finite/);
});

test.each([1, 2, 7, 40])('the inverse of a positive matrix of size %i', (size) => {
  const matrix = randomPositive(size, 3 + size);
  const inverse = matrix.slice();
  expect(invertPositive(inverse, size)).toBe(true);
  expect(distance(multiply(matrix, inverse, size), identity(size))).toBeLessThan(1e-11 * size);
});

test('a matrix that is not positive definite is reported', () => {
  expect(factorCholesky(Float64Array.of(1, 2, 2, 1), 2)).toBe(false);
  expect(factorCholesky(Float64Array.of(0), 1)).toBe(false);
  expect(generalizedEigen([1, 0, 0, 1], [1, 0, 0, -1], 2)).toBeNull();
});

test.each([1, 4, 33])('the generalised problem of size %i', (size) => {
  const a = randomSymmetric(size, 11);
  const b = randomPositive(size, 12);
  const { values, vectors } = generalizedEigen(a, b, size)!;
  const left = multiply(a, vectors, size);
  const right = multiply(b, vectors, size).map((value, k) => value * values[k % size]);
  expect(distance(left, right)).toBeLessThan(1e-11 * size);
  const gram = multiply(transpose(vectors, size), multiply(b, vectors, size), size);
  expect(distance(gram, identity(size))).toBeLessThan(1e-12 * size);
});
