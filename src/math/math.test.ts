import { describe, expect, test } from 'vitest';
import { decomposeMatrix } from './decompose-matrix.ts';
import { Hasher } from './hash.ts';
import { composeMatrix, createMatrix, invertMatrix, multiplyMatrices } from './matrix.ts';
import { acos, asin, atan2, cbrt, cos, exp, log, pow, sin, tan } from './portable.ts';
import { quaternionBetween, rotateVector } from './quaternion.ts';
import { hashUnit } from './random.ts';
import { quaternionFromAxisAngle, slerp } from './slerp.ts';

function maxError(f: (x: number) => number, g: (x: number) => number, from: number, to: number): number {
  let worst = 0;
  for (let i = 0; i <= 20000; i++) {
    const x = from + ((to - from) * i) / 20000;
    worst = Math.max(worst, Math.abs(f(x) - g(x)) / Math.max(1, Math.abs(g(x))));
  }
  return worst;
}

describe('portable functions agree with Math up to rounding', () => {
  test.each([
    ['sin', sin, Math.sin, -1e5, 1e5],
    ['cos', cos, Math.cos, -1e5, 1e5],
    ['tan', tan, Math.tan, -1.5, 1.5],
    ['acos', acos, Math.acos, -1, 1],
    ['asin', asin, Math.asin, -1, 1],
    ['exp', exp, Math.exp, -40, 40],
    ['log', log, Math.log, 1e-6, 1e3],
    ['cbrt', cbrt, Math.cbrt, -1e6, 1e6],
    ['cbrt of small', cbrt, Math.cbrt, 0, 1e-9],
    ['pow', (x: number) => pow(x, 2.4), (x: number) => x ** 2.4, 0, 10],
    ['atan2', (a: number) => atan2(Math.sin(a), Math.cos(a)), (a: number) => a, -3.14, 3.14],
  ] as const)('%s', (_name, f, g, from, to) => {
    expect(maxError(f, g, from, to)).toBeLessThan(4e-15);
  });

  test('limits', () => {
    expect(exp(-800)).toBe(0);
    expect(exp(800)).toBe(Infinity);
    expect(log(0)).toBe(-Infinity);
    expect(atan2(0, -1)).toBe(Math.PI);
    expect(sin(0)).toBe(0);
  });
});

test('the hash of (seed, id, step) is uniform and reproducible', () => {
  let sum = 0;
  const bins = new Int32Array(16);
  for (let i = 0; i < 16000; i++) {
    const u = hashUnit(7, i, i >> 3);
    sum += u;
    bins[Math.floor(u * 16)]++;
  }
  expect(sum / 16000).toBeCloseTo(0.5, 1);
  for (const bin of bins) expect(Math.abs(bin - 1000)).toBeLessThan(150);
  expect(hashUnit(7, 3, 5)).toBe(hashUnit(7, 3, 5));
  expect(hashUnit(7, 3, 5)).not.toBe(hashUnit(8, 3, 5));
});

test('FNV-1a gives its published values', () => {
  expect(new Hasher().digest()).toBe('cbf29ce484222325');
  expect(new Hasher().bytes(new TextEncoder().encode('a')).digest()).toBe('af63dc4c8601ec8c');
  expect(new Hasher().bytes(new TextEncoder().encode('foobar')).digest()).toBe('85944171f73967e8');
});

test('slerp takes the short arc at constant speed', () => {
  const a = quaternionFromAxisAngle([0, 1, 0], 0.2);
  const b = quaternionFromAxisAngle([0, 1, 0], 1.4).map((x) => -x);
  const out = [0, 0, 0, 0];
  slerp(out, a, b, 0.25);
  const expected = quaternionFromAxisAngle([0, 1, 0], 0.5);
  for (let i = 0; i < 4; i++) expect(out[i]).toBeCloseTo(expected[i], 14);
});

test('the rotation between two directions maps one to the other, also if they are opposite', () => {
  for (const [a, b] of [
    [
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 0, 1],
      [0, 0, -1],
    ],
    [
      [1, 0, 0],
      [-1, 0, 0],
    ],
  ]) {
    const out = [0, 0, 0];
    rotateVector(out, quaternionBetween(a, b), a);
    for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo(b[i], 12);
  }
});

test('compose, decompose and invert are consistent, also with a mirror', () => {
  for (const scale of [
    [2, 3, 4],
    [-1, 1, 1],
  ]) {
    const rotation = quaternionFromAxisAngle([0.6, 0, 0.8], 2.5);
    const m = createMatrix();
    composeMatrix(m, 0, [1, 2, 3], 0, rotation, 0, scale, 0);
    const parts = decomposeMatrix(m);
    const again = createMatrix();
    composeMatrix(again, 0, parts.translation, 0, parts.rotation, 0, parts.scale, 0);
    const inverse = createMatrix();
    expect(invertMatrix(inverse, m)).toBe(true);
    const product = createMatrix();
    multiplyMatrices(product, 0, m, 0, inverse, 0);
    const identity = createMatrix();
    for (let i = 0; i < 16; i++) {
      expect(again[i]).toBeCloseTo(m[i], 12);
      expect(product[i]).toBeCloseTo(identity[i], 12);
    }
  }
});
