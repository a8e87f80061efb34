import { expect, test } from 'vitest';
import { makeBall } from '../../coats/strands/testing/meshes.ts';
import { hashUnit } from '../../math/random.ts';
import { copyForProjections } from './coat-copies.ts';

const ball = makeBall(3);
const vertexCount = ball.positions.length / 3;
const shells = {
  vertexCount,
  indices: ball.indices,
  restPositions: Float32Array.from(ball.positions),
  restNormals: Float32Array.from(ball.positions),
  lengths: new Float32Array(vertexCount).fill(0.1),
  densities: new Float32Array(vertexCount).fill(1),
};

/** Groups the triangles of the copies by the triangle of the skin (its three vertices). */
function groupCopies(copies: ReturnType<typeof copyForProjections>): Map<string, number[][]> {
  const groups = new Map<string, number[][]>();
  for (let k = 0; k < copies.indices.length; k += 3) {
    const corners = [...copies.indices.subarray(k, k + 3)];
    const key = corners.map((copy) => copies.vertexOf[copy]).join();
    groups.set(key, [...(groups.get(key) ?? []), corners]);
  }
  return groups;
}

test('at every position on every triangle each tone is shown by exactly one projection', () => {
  const copies = copyForProjections(shells, 0.3);
  const groups = groupCopies(copies);
  expect(groups.size).toBe(shells.indices.length / 3);
  let draw = 0;
  for (const group of groups.values()) {
    for (let round = 0; round < 4; round++) {
      const [a, b] = [hashUnit(5, draw++), hashUnit(5, draw++)].sort();
      const fractions = [a, b - a, 1 - b];
      const intervals = group.map((corners) =>
        [0, 1].map((end) =>
          corners.reduce((sum, copy, c) => sum + fractions[c] * copies.tones[2 * copy + end], 0),
        ),
      );
      for (let tone = 0.013; tone < 1; tone += 0.071) {
        // Tones near the boundary of two intervals are left out, because rounding decides there.
        if (intervals.some(([from, to]) => Math.min(Math.abs(tone - from), Math.abs(tone - to)) < 1e-6))
          continue;
        expect(intervals.filter(([from, to]) => tone >= from && tone < to)).toHaveLength(1);
      }
    }
  }
});

test('most triangles have a single copy', () => {
  const { indices } = copyForProjections(shells, 0.3);
  expect(indices.length / shells.indices.length).toBeLessThan(1.6);
});

test('triangles without strands at any corner are left out', () => {
  const lengths = shells.lengths.map((length, v) => (ball.positions[3 * v + 1] > 0 ? length : 0));
  const { indices, vertexOf } = copyForProjections({ ...shells, lengths }, 0.3);
  for (let k = 0; k < indices.length; k += 3) {
    const corners = [...indices.subarray(k, k + 3)].map((copy) => vertexOf[copy]);
    expect(corners.some((v) => lengths[v] > 0)).toBe(true);
  }
  expect(indices.length).toBeLessThan(shells.indices.length);
});
