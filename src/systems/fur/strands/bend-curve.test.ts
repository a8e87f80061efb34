import { expect, test } from 'vitest';
import { type BendForm, bendPoint } from './bend-curve.ts';

const point = (form: BendForm, k: number, u: number, n: number[], s: number[], length = 1) => {
  const out = [0, 0, 0];
  bendPoint(out, form, k, u, length, n, s);
  return out;
};

function unit(seed: number): number[] {
  const v = [Math.sin(seed * 12.9), Math.sin(seed * 78.2 + 1), Math.sin(seed * 37.7 + 2)];
  return v.map((value) => value / Math.hypot(...v));
}

function lengthOf(form: BendForm, k: number, n: number[], s: number[]): number {
  let sum = 0;
  let last = [0, 0, 0];
  for (let j = 1; j <= 2000; j++) {
    const next = point(form, k, j / 2000, n, s);
    sum += Math.hypot(next[0] - last[0], next[1] - last[1], next[2] - last[2]);
    last = next;
  }
  return sum;
}

const up = [0, 1, 0];
const at60 = [Math.sin(Math.PI / 3), 0.5, 0];

test('eq. 4 with k = 1 goes straight along s', () => {
  for (let seed = 1; seed < 20; seed++) {
    const s = unit(seed);
    const p = point('literal', 1, 0.37, unit(seed + 50), s, 2.5);
    for (let c = 0; c < 3; c++) expect(p[c]).toBeCloseTo(0.37 * 2.5 * s[c], 12);
  }
});

test('the arc keeps its length and ends along s', () => {
  for (let seed = 1; seed < 20; seed++) {
    const [n, s] = [unit(seed), unit(seed + 50)];
    expect(lengthOf('arc', 2, n, s)).toBeCloseTo(1, 6);
    const end = point('arc', 2, 1, n, s);
    const reach = Math.hypot(...end);
    for (let c = 0; c < 3; c++) expect(end[c]).toBeCloseTo(reach * s[c], 12);
  }
});

test('the arc is the closed form u sinc(uθ) (cos uθ n + sin uθ t)', () => {
  const [u, a] = [0.6, 0.6 * (Math.PI / 3)];
  const p = point('arc', 2, u, up, at60, 3);
  expect(p[0]).toBeCloseTo(3 * u * (Math.sin(a) / a) * Math.sin(a), 12);
  expect(p[1]).toBeCloseTo(3 * u * (Math.sin(a) / a) * Math.cos(a), 12);
  expect(p[2]).toBe(0);
});

test('at 60° with k = 2 the literal form stretches by 12 %, the tangential one by 38 %', () => {
  expect(lengthOf('literal', 2, up, at60)).toBeCloseTo(1.12, 2);
  expect(lengthOf('tangential', 2, up, at60)).toBeCloseTo(1.38, 2);
});

test('the tangential form keeps every shell at its height', () => {
  expect(point('tangential', 2, 0.3, up, at60, 2)[1]).toBeCloseTo(0.6, 12);
});

test('upright strands and those turned over are finite and straight', () => {
  for (const form of ['literal', 'tangential', 'arc'] as const) {
    expect(point(form, 2, 0.5, up, up)).toEqual([0, 0.5, 0]);
    expect(point(form, 2, 0.5, up, [0, -1, 0]).every(Number.isFinite)).toBe(true);
    const nearly = point(form, 2, 0.5, up, [1e-12, 1, 0]);
    expect(nearly[1]).toBeCloseTo(0.5, 9);
  }
});
