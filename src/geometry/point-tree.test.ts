import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { PointTree } from './point-tree.ts';
import { selectLowest } from './select-lowest.ts';

const cube = (count: number, seed: number) =>
  Float64Array.from({ length: 3 * count }, (_, k) => hashUnit(seed, k));

const sets: Record<string, Float64Array> = {
  'a cube': cube(700, 1),
  'points on a grid, some twice': cube(700, 2).map((value) => Math.round(3 * value) / 3),
  'one place': new Float64Array(3 * 60).fill(0.2),
  line: cube(300, 3).map((value, p) => (p % 3 ? 0.1 : value)),
  'one point': Float64Array.of(0.1, 0.2, 0.3),
  'no point': new Float64Array(0),
};
const queries = cube(20, 4);

function distances(points: Float64Array, x: number, y: number, z: number): number[] {
  return Array.from({ length: points.length / 3 }, (_, k) => {
    const dx = points[3 * k] - x;
    const dy = points[3 * k + 1] - y;
    const dz = points[3 * k + 2] - z;
    return dx * dx + dy * dy + dz * dz;
  });
}

for (const [name, points] of Object.entries(sets)) {
  test(`nearest and within agree with a test of every point: ${name} (seed 4)`, () => {
    const tree = new PointTree(points);
    const out = new Uint32Array(1000);
    for (let q = 0; q < queries.length; q += 3) {
      const [x, y, z] = queries.subarray(q, q + 3);
      const all = distances(points, x, y, z);
      for (const k of [0, 1, 7, 64, 800]) {
        const found = tree.nearest(x, y, z, k, out);
        expect(found).toBe(Math.min(k, all.length));
        const chosen = Array.from(out.subarray(0, found));
        expect(new Set(chosen).size).toBe(found);
        expect(chosen.map((index) => all[index])).toEqual(
          all
            .slice()
            .sort((a, b) => a - b)
            .slice(0, found),
        );
      }
      for (const radius of [0, 0.3, 1, 10]) {
        const found = new Map<number, number>();
        tree.within(x, y, z, radius, (index, squared) => found.set(index, squared));
        const expected = new Map(
          all.map((squared, k) => [k, squared] as const).filter((entry) => entry[1] <= radius ** 2),
        );
        expect(new Map([...found].sort((a, b) => a[0] - b[0]))).toEqual(expected);
      }
    }
  });
}

test('a skipped point is not its own neighbour', () => {
  const points = sets['a cube'];
  const tree = new PointTree(points);
  const out = new Uint32Array(2);
  for (let k = 0; k < tree.count; k++) {
    const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
    expect(tree.nearest(x, y, z, 1, out)).toBe(1);
    expect(out[0]).toBe(k);
    tree.nearest(x, y, z, 1, out, k);
    expect(out[0]).not.toBe(k);
  }
});

test('selection puts the lowest values first, for every size and index, also with equal keys', () => {
  for (let count = 1; count < 40; count++) {
    const values = cube(count, count)
      .subarray(0, count)
      .map((value) => Math.round(4 * value));
    for (let middle = 0; middle < count; middle++) {
      const indices = Uint32Array.from({ length: count }, (_, k) => k);
      const keys = values.slice();
      selectLowest(indices, keys, 0, count, middle);
      expect(Array.from(indices, (index) => values[index])).toEqual(Array.from(keys));
      expect(new Set(indices).size).toBe(count);
      expect(Math.max(-Infinity, ...keys.subarray(0, middle))).toBeLessThanOrEqual(
        Math.min(...keys.subarray(middle)),
      );
    }
  }
});

test('among equally near points, the one with the lowest rank is returned', () => {
  const points = Float64Array.from({ length: 3 * 250 }, (_, k) => Math.round(12 * hashUnit(4, k)));
  const rank = (index: number) => (index * 7) % 11;
  const tree = new PointTree(points);
  for (let q = 0; q < 250; q++) {
    const [x, y, z] = [0, 1, 2].map((axis) => Math.round(12 * hashUnit(5, q, axis)));
    const all = distances(points, x, y, z).map(Math.sqrt);
    const min = Math.min(...all);
    const best = Math.min(...Array.from(all.keys(), rank).filter((_, k) => all[k] === min));
    const { index, distance } = tree.nearestByRank(x, y, z, rank);
    expect([distance, rank(index)]).toEqual([min, best]);
  }
  expect(new PointTree(new Float64Array(0)).nearestByRank(0, 0, 0, rank).index).toBe(-1);
});
