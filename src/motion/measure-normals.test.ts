import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { measureNormals } from './measure-normals.ts';
import { joinPoints } from './weld-vertices.ts';

/** Slow reference implementation, one vertex at a time. */
function slowNormals(positions: Float64Array, indices: Uint32Array, vertexOf: Uint32Array): number[] {
  const at = (v: number) => [...positions.subarray(3 * v, 3 * v + 3)];
  return Array.from(vertexOf, (own) => {
    const sum = [0, 0, 0];
    for (let k = 0; k < indices.length; k += 3) {
      const corners = [...indices.subarray(k, k + 3)];
      const [a, b, c] = corners.map(at);
      const [u, v] = [b, c].map((p) => p.map((x, axis) => x - a[axis]));
      for (const corner of corners) {
        if (vertexOf[corner] !== own) continue;
        for (let x = 0; x < 3; x++)
          sum[x] += u[(x + 1) % 3] * v[(x + 2) % 3] - u[(x + 2) % 3] * v[(x + 1) % 3];
      }
    }
    const size = Math.hypot(...sum);
    return size > 0 ? sum.map((x) => x / size) : [0, 1, 0];
  }).flat();
}

test('random triangles, separate and joined, agree with the slow reference (seed 1)', () => {
  const positions = Float64Array.from({ length: 3 * 60 }, (_, k) => hashUnit(1, k));
  positions.copyWithin(30, 0, 60);
  const indices = Uint32Array.from({ length: 3 * 90 }, (_, k) => Math.floor(55 * hashUnit(2, k)));
  const { vertexOf } = joinPoints(positions);
  const out = new Float64Array(positions.length);
  for (const join of [undefined, vertexOf]) {
    measureNormals(out, positions, indices, join);
    const slow = slowNormals(positions, indices, join ?? Uint32Array.from({ length: 60 }, (_, v) => v));
    for (let k = 0; k < out.length; k++) expect(out[k]).toBeCloseTo(slow[k], 12);
  }
  for (let k = 0; k < 30; k++) expect(out[30 + k]).toBe(out[k]);
});

test('vertices without area or without a triangle point up, regardless of earlier measurements', () => {
  const out = new Float32Array(12);
  measureNormals(out, Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5), Uint32Array.of(0, 1, 2, 0, 0, 3));
  expect([...out]).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0]);
  measureNormals(out.subarray(0, 9), new Float64Array(9), Uint32Array.of(0, 1, 2));
  expect([...out.subarray(0, 9)]).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
});
