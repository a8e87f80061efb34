import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { createCoatCoordinates } from './coat-coordinates.ts';
import { combDirections, evaluateCoat } from './coat-maps.ts';
import { makeBall, splitAll } from './testing/meshes.ts';

const split = createCoatCoordinates(splitAll(makeBall(2)));

test('what is not given is 1, and nothing combed', () => {
  const { lengths, densities, combs } = evaluateCoat(split, {});
  expect(new Set(lengths)).toEqual(new Set([1]));
  expect(new Set(densities)).toEqual(new Set([1]));
  expect(new Set(combs)).toEqual(new Set([0]));
});

test('maps that differ on both sides of a seam meet in the middle', () => {
  const { lengths, densities, combs } = evaluateCoat(split, {
    length: ({ vertex }) => (vertex % 7) / 6,
    density: ({ vertex }) => (vertex % 5) / 4,
    comb: (out, { vertex }) => {
      out[0] = vertex % 3;
      out[1] = 0.5;
    },
  });
  const copies = new Map<number, number[]>();
  split.firstCopy.forEach((first, vertex) => {
    copies.set(first, [...(copies.get(first) ?? []), vertex]);
  });
  for (const [first, vertices] of copies) {
    const mean = vertices.reduce((sum, vertex) => sum + (vertex % 7) / 6, 0) / vertices.length;
    for (const vertex of vertices) {
      expect(lengths[vertex]).toBeCloseTo(mean, 6);
      expect(densities[vertex]).toBe(densities[first]);
      expect(combs.slice(3 * vertex, 3 * vertex + 3)).toEqual(combs.slice(3 * first, 3 * first + 3));
    }
  }
});

test('combs lie along the skin and are at most 1 long; directions turn from the normal by their length', () => {
  const { combs } = evaluateCoat(split, {
    comb: (out, { point }) => {
      out[1] = point[0] > 0 ? -5 : -0.5;
    },
  });
  const directions = new Float32Array(combs.length);
  combDirections(directions, split.normals, combs, 1.2);
  for (let o = 0; o < combs.length; o += 3) {
    const [comb, n, s] = [combs, split.normals, directions].map((array) => [...array.subarray(o, o + 3)]);
    const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const length = Math.hypot(...comb);
    expect(length).toBeLessThanOrEqual(1 + 1e-6);
    expect(Math.abs(dot(comb, n))).toBeLessThan(1e-6);
    expect(Math.hypot(...s)).toBeCloseTo(1, 5);
    expect(dot(s, n)).toBeCloseTo(Math.cos(1.2 * length), 5);
    expect(dot(s, comb)).toBeGreaterThanOrEqual(0);
  }
});

test('maps that give no number are refused, with the vertex', () => {
  expect(() => evaluateCoat(split, { length: ({ vertex }) => (vertex === 4 ? Number.NaN : 1) })).toThrow(
    'length of vertex 4: expected a number from 0 to 1, got NaN',
  );
  expect(() => evaluateCoat(split, { density: () => 1.5 })).toThrow(InputError);
  expect(() =>
    evaluateCoat(split, {
      comb: (out) => {
        out[2] = Infinity;
      },
    }),
  ).toThrow(InputError);
});
