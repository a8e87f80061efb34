import { describe, expect, test } from 'vitest';
import { hashBits, hashUnit } from '../math/random.ts';
import { nearestOnTriangle, type TrianglePoint } from './nearest-on-triangle.ts';
import { TriangleTree } from './triangle-tree.ts';

/** Returns random triangles, some without area. */
function makeSoup(seed: number, triangleCount: number) {
  const vertexCount = 30 + triangleCount;
  const positions = Float64Array.from(
    { length: 3 * vertexCount },
    (_, k) => 4 * (hashUnit(seed, 1, k) - 0.5),
  );
  const indices = Uint32Array.from({ length: 3 * triangleCount }, (_, k) => {
    // Most triangles are small.
    const first = hashBits(seed, 2, Math.floor(k / 3)) % vertexCount;
    return (first + (hashBits(seed, 3, k) % 5)) % vertexCount;
  });
  return { positions, indices };
}

function randomPosition(seed: number, k: number): [number, number, number] {
  return [4, 5, 6].map((axis) => 6 * (hashUnit(seed, axis, k) - 0.5)) as [number, number, number];
}

describe.each([
  [1, 1],
  [2, 7],
  [3, 200],
  [4, 900],
])('the tree agrees with a test of every triangle (seed %i, %i triangles)', (seed, triangleCount) => {
  const { positions, indices } = makeSoup(seed, triangleCount);
  const tree = new TriangleTree(positions, indices);
  const boxes = Array.from({ length: triangleCount }, (_, t) =>
    [0, 1, 2].map((axis) => {
      const corners = [0, 1, 2].map((c) => positions[3 * indices[3 * t + c] + axis]);
      return [Math.min(...corners), Math.max(...corners)];
    }),
  );

  test('the nearest point', () => {
    const point: TrianglePoint = { a: 0, b: 0, c: 0, square: 0 };
    for (let k = 0; k < 100; k++) {
      const position = randomPosition(seed, k);
      let best = Infinity;
      for (let t = 0; t < triangleCount; t++) {
        const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
        nearestOnTriangle(point, positions, a, b, c, ...position);
        best = Math.min(best, point.square);
      }
      expect(tree.nearest(positions, ...position, Infinity)).toBe(Math.sqrt(best));
      expect(tree.nearest(positions, ...position, 0.9 * Math.sqrt(best))).toBe(0.9 * Math.sqrt(best));
      expect(tree.triangle).toBe(-1);
    }
  });

  test('overlapping boxes', () => {
    for (let k = 0; k < 60; k++) {
      const low = randomPosition(seed, k);
      const high = low.map((c, axis) => c + 0.8 * hashUnit(seed, 9, k, axis)) as [number, number, number];
      const found: number[] = [];
      const count = tree.overlap(found, ...low, ...high);
      const expected = boxes.flatMap((box, t) =>
        box.every(([from, to], axis) => from <= high[axis] && to >= low[axis]) ? [t] : [],
      );
      expect(found.slice(0, count).sort((a, b) => a - b)).toEqual(expected);
      // Results are appended after existing entries of the list.
      expect(tree.overlap(found, ...low, ...high, count)).toBe(2 * count);
    }
  });

  test('boxes of triangles that move from start to end', () => {
    const moved = positions.map((c, k) => c + hashUnit(seed, 20, k % 3));
    const own = new TriangleTree(positions, indices);
    own.refit(positions, moved);
    const found: number[] = [];
    for (let t = 0; t < triangleCount; t++) {
      const v = 3 * indices[3 * t + 1];
      const at = [0, 1, 2].map((axis) => 0.4 * positions[v + axis] + 0.6 * moved[v + axis]);
      const [x, y, z] = at;
      expect(found.slice(0, own.overlap(found, x, y, z, x, y, z))).toContain(t);
    }
  });
});

test('rays from inside leave a closed surface once more than they enter it; from outside, equally often', () => {
  const corners = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1]);
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  const positions = Float64Array.from(corners.flat());
  const tree = new TriangleTree(positions, faces);
  for (let k = 0; k < 300; k++) {
    const position = randomPosition(11, k);
    const isInside = position.every((c) => c > 0 && c < 1);
    expect(tree.exits(positions, ...position, 0.31, 0.72, -0.53)).toBe(isInside ? 1 : 0);
    expect(tree.exits(positions, 0.5 + 0.1 * position[0], 0.5, 0.5, ...position)).toBe(1);
  }
});

test('a tree without triangles finds nothing', () => {
  const tree = new TriangleTree([], []);
  expect(tree.nearest([], 0, 0, 0, Infinity)).toBe(Infinity);
  expect(tree.overlap([], -1, -1, -1, 1, 1, 1)).toBe(0);
  expect(tree.exits([], 0, 0, 0, 1, 1, 1)).toBe(0);
});

test('among equally near triangles the first is returned, regardless of the order of construction', () => {
  const { positions, indices } = makeSoup(5, 400);
  const other = new TriangleTree(makeSoup(6, 400).positions, indices);
  other.refit(positions, positions);
  const tree = new TriangleTree(positions, indices);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const position = [...positions.subarray(3 * vertex, 3 * vertex + 3)] as [number, number, number];
    for (const away of [0, 0.3]) {
      position[1] += away;
      const distance = tree.nearest(positions, ...position, Infinity);
      expect(other.nearest(positions, ...position, Infinity)).toBe(distance);
      expect(other.triangle).toBe(tree.triangle);
      expect(other.exits(positions, ...position, 0.3, 0.9, 0.2)).toBe(
        tree.exits(positions, ...position, 0.3, 0.9, 0.2),
      );
    }
  }
});
