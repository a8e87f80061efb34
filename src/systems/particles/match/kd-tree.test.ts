import { expect, test } from 'vitest';
import { chooseNearest } from './choose-nearest.ts';
import { KdTree3 } from './kd-tree.ts';
import { selectLowest } from './select-lowest.ts';
import { fillBall, fillCube } from './testing/cases.ts';

const sets: Record<string, Float64Array> = {
  ball: fillBall(700, 1),
  'points on a grid, some twice': fillCube(700, 2).map((value) => Math.round(3 * value) / 3),
  'one place': new Float64Array(3 * 60).fill(0.2),
  line: fillCube(300, 3).map((value, p) => (p % 3 ? 0.1 : value)),
  'one point': Float64Array.of(0.1, 0.2, 0.3),
  'no point': new Float64Array(0),
};
const queries = fillCube(20, 4);

function distances(points: Float64Array, x: number, y: number, z: number): number[] {
  return Array.from({ length: points.length / 3 }, (_, k) => {
    const dx = points[3 * k] - x;
    const dy = points[3 * k + 1] - y;
    const dz = points[3 * k + 2] - z;
    return dx * dx + dy * dy + dz * dz;
  });
}

for (const [name, points] of Object.entries(sets)) {
  test(`nearest and within agree with trying all: ${name} (seed 4)`, () => {
    const tree = new KdTree3(points);
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

test('a point that is skipped is not its own neighbour', () => {
  const points = sets.ball;
  const tree = new KdTree3(points);
  const out = new Uint32Array(2);
  for (let k = 0; k < tree.count; k++) {
    const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
    expect(tree.nearest(x, y, z, 1, out)).toBe(1);
    expect(out[0]).toBe(k);
    tree.nearest(x, y, z, 1, out, k);
    expect(out[0]).not.toBe(k);
  }
});

test('selection puts the lowest first, at every size and place, with equal keys too', () => {
  for (let count = 1; count < 40; count++) {
    const values = fillCube(count, count)
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

test('the points nearest to any target', () => {
  const points = fillCube(200, 1);
  const targets = fillBall(9, 2);
  const all = Array.from({ length: 200 }, (_, k) => Math.min(...distances(targets, ...place(points, k))));
  for (const count of [0, 1, 50, 200, 300]) {
    const chosen = chooseNearest(points, count, targets);
    expect(chosen.length).toBe(Math.min(count, 200));
    const farthest = Math.max(-1, ...Array.from(chosen, (k) => all[k]));
    for (let k = 0; k < 200; k++) if (!chosen.includes(k)) expect(all[k]).toBeGreaterThanOrEqual(farthest);
  }
});

function place(points: Float64Array, k: number): [number, number, number] {
  return [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
}
