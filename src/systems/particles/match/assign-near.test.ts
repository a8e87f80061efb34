import { expect, test } from 'vitest';
import { PointTree } from '../../../geometry/point-tree.ts';
import { hashUnit } from '../../../math/random.ts';
import { assignNear, stableCount } from './assign-near.ts';
import { sampleBlueNoise } from './blue-noise.ts';
import { CurveOrder } from './curve-order.ts';
import { PairList } from './pair-list.ts';
import { swapAll } from './swap-all.ts';
import { assignExactly } from './testing/assign-exactly.ts';
import { assignCases, fillBall, fillCube, fillLetter, sumSquares } from './testing/cases.ts';

function isPermutation(assignment: ArrayLike<number>): boolean {
  const seen = new Uint8Array(assignment.length);
  for (let k = 0; k < assignment.length; k++) {
    if (!(assignment[k] < seen.length) || seen[assignment[k]]) return false;
    seen[assignment[k]] = 1;
  }
  return true;
}

/** Returns the min (xi − xj) · (yi − yj) over all pairs, in units of |xi − xj| |yi − yj|. */
function minProduct(from: Float64Array, to: Float64Array, assignment: ArrayLike<number>): number {
  let min = Infinity;
  for (let i = 0; i < assignment.length; i++) {
    for (let j = 0; j < i; j++) {
      let product = 0;
      let x = 0;
      let y = 0;
      for (let axis = 0; axis < 3; axis++) {
        const a = from[3 * i + axis] - from[3 * j + axis];
        const b = to[3 * assignment[i] + axis] - to[3 * assignment[j] + axis];
        product += a * b;
        x += a * a;
        y += b * b;
      }
      min = Math.min(min, product / Math.sqrt(x * y || 1));
    }
  }
  return min;
}

/** Returns the minimum distance between two of the points. */
function minSpacing(points: Float64Array): number {
  const tree = new PointTree(points);
  const nearest = new Uint32Array(1);
  let min = Infinity;
  for (let p = 0; p < points.length; p += 3) {
    tree.nearest(points[p], points[p + 1], points[p + 2], 1, nearest, p / 3);
    const q = 3 * nearest[0];
    min = Math.min(
      min,
      (points[p] - points[q]) ** 2 +
        (points[p + 1] - points[q + 1]) ** 2 +
        (points[p + 2] - points[q + 2]) ** 2,
    );
  }
  return Math.sqrt(min);
}

/** Returns the minimum distance between two points that move on straight lines at constant speed, at any time from 0 to 1. */
function minClearance(from: Float64Array, to: Float64Array, assignment: ArrayLike<number>): number {
  const displacements = from.map((value, p) => to[3 * assignment[Math.floor(p / 3)] + (p % 3)] - value);
  let min = Infinity;
  for (let p = 0; p < from.length; p += 3) {
    for (let q = 0; q < p; q += 3) {
      const x = from[p] - from[q];
      const y = from[p + 1] - from[q + 1];
      const z = from[p + 2] - from[q + 2];
      const u = displacements[p] - displacements[q];
      const v = displacements[p + 1] - displacements[q + 1];
      const w = displacements[p + 2] - displacements[q + 2];
      const change = u * u + v * v + w * w;
      const both = x * u + y * v + z * w;
      const time = change > 0 ? Math.min(1, Math.max(0, -both / change)) : 0;
      const squared = x * x + y * y + z * z + time * (2 * both + time * change);
      if (squared < min) min = squared;
    }
  }
  return Math.sqrt(Math.max(0, min));
}

function fillBlueNoise(fill: (count: number, seed: number) => Float64Array, measure: number, count: number) {
  const candidates = fill(4 * count, 3);
  const chosen = sampleBlueNoise(candidates, count, { dimension: 3, measure });
  const points = new Float64Array(3 * count);
  chosen.forEach((index, k) => {
    points.set(candidates.subarray(3 * index, 3 * index + 3), 3 * k);
  });
  return points;
}

const oddSets: Record<string, (count: number) => Float64Array> = {
  ball: (count) => fillBall(count, 5),
  'one point': (count) => new Float64Array(3 * count).fill(0.3),
  'a few points, many times': (count) => fillCube(count, 6).map((value) => Math.round(value)),
  line: (count) => Float64Array.from({ length: 3 * count }, (_, p) => Math.floor(p / 3) * ((p % 3) + 1)),
  'line backwards': (count) => Float64Array.from({ length: 3 * count }, (_, p) => -Math.floor(p / 3)),
  plane: (count) => fillCube(count, 7).map((value, p) => (p % 3 === 1 ? 2 : value)),
  'far away': (count) => fillCube(count, 8).map((value) => 1e9 + value),
  tiny: (count) => fillCube(count, 9).map((value) => 1e-200 * value),
  huge: (count) => fillCube(count, 10).map((value) => 1e150 * value),
  'two clumps': (count) =>
    fillCube(count, 11).map((value, p) => 1e-6 * value + (p % 2 ? 0 : Math.floor(p / 3) % 2)),
};

for (const [fromName, makeFrom] of Object.entries(oddSets)) {
  test(`the assignment from ${fromName} to any other set is one to one, and no swap reduces the sum`, () => {
    for (const [toName, makeTo] of Object.entries(oddSets)) {
      for (const count of [0, 1, 2, 3, 8, 65]) {
        const from = makeFrom(count);
        const to = makeTo(count);
        const assignment = assignNear(from, to);
        expect(isPermutation(assignment), `${toName}, ${count}`).toBe(true);
        expect(minProduct(from, to, assignment), `${toName}, ${count}`).toBeGreaterThan(-1e-12);
      }
    }
  });
}

test('assignments are one to one for counts just above and below the sizes of blocks and windows', () => {
  for (let count = 4; count < 70; count++)
    expect(isPermutation(assignNear(fillBall(count, count), fillLetter(count, 1)))).toBe(true);
});

test('thousands of points at one position are assigned within ten seconds', () => {
  const count = 20_000;
  const before = performance.now();
  expect(isPermutation(assignNear(new Float64Array(3 * count), fillBall(count, 1)))).toBe(true);
  expect(performance.now() - before).toBeLessThan(10_000);
});

test('the exact solver finds the minimum of all permutations of six points', () => {
  const orders = (items: number[]): number[][] =>
    items.length < 2
      ? [items]
      : items.flatMap((item) =>
          orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
        );
  for (let seed = 0; seed < 20; seed++) {
    const from = fillBall(6, seed);
    const to = fillLetter(6, 100 + seed);
    const min = Math.min(...orders([0, 1, 2, 3, 4, 5]).map((order) => sumSquares(from, to, order)));
    expect(sumSquares(from, to, assignExactly(from, to))).toBeCloseTo(min, 12);
  }
});

for (const { name, make } of assignCases) {
  test(`the sum is within 1 % of the exact optimum, ${name}, up to 500 points`, () => {
    for (const count of [2, 5, 10, 30, 100, 200, 500]) {
      const { from, to } = make(count);
      const exact = sumSquares(from, to, assignExactly(from, to));
      expect(sumSquares(from, to, assignNear(from, to)), `${count} points`).toBeLessThanOrEqual(1.01 * exact);
    }
  });
}

test('a displacement that all targets have in common does not change the quality', () => {
  const from = fillCube(150, 1);
  const to = fillCube(150, 2);
  const moved = to.map((value, p) => value + [40, -7, 3][p % 3]);
  const exact = sumSquares(from, to, assignExactly(from, to));
  expect(sumSquares(from, to, assignNear(from, moved))).toBeLessThanOrEqual(1.01 * exact);
});

test('6000 points on straight paths stay at least √½ of the min spacing apart', () => {
  const from = fillBlueNoise(fillBall, (4 / 3) * Math.PI, 6000);
  const to = fillBlueNoise(fillLetter, 0.6 * 2 * 0.75 * Math.PI * (1.4 ** 2 - 0.8 ** 2), 6000);
  const assignment = assignNear(from, to);
  const spacing = Math.min(minSpacing(from), minSpacing(to));
  expect(spacing).toBeGreaterThan(0.05);
  expect(minClearance(from, to, assignment)).toBeGreaterThanOrEqual(spacing * Math.SQRT1_2 - 1e-9);
  expect(stableCount).toBeGreaterThanOrEqual(6000);
});

test('after swapAll no swap reduces the sum, from a random assignment, sorted or not (seed 1)', () => {
  const count = 700;
  const from = fillBall(count, 1);
  const to = fillLetter(count, 2);
  const order = Uint32Array.from({ length: count }, (_, k) => k).sort(
    (a, b) => hashUnit(1, a) - hashUnit(1, b) || a - b,
  );
  for (const sorted of [false, true]) {
    const pairs = new PairList(from, to, order);
    if (sorted) pairs.arrange(new CurveOrder(count).sort(pairs.positions, pairs.goals, 1, 0));
    swapAll(pairs);
    const assignment = pairs.assignment();
    expect(isPermutation(assignment)).toBe(true);
    expect(minProduct(from, to, assignment)).toBeGreaterThan(-1e-12);
    expect(sumSquares(from, to, assignment)).toBeLessThan(sumSquares(from, to, order));
  }
});

test('with more points than swapAll accepts, the assignment is one to one and near the optimum', () => {
  const count = stableCount + 1;
  const from = fillCube(count, 1);
  const to = fillCube(count, 2);
  const assignment = assignNear(from, to, { effort: 0.5 });
  expect(isPermutation(assignment)).toBe(true);
  // 64 merged trees give 0.0068 per point.
  expect(sumSquares(from, to, assignment) / count).toBeLessThan(0.0055);
});

test('the same input gives the same result, and other seeds give others of equal quality', () => {
  const from = fillBall(500, 1);
  const to = fillLetter(500, 2);
  expect(assignNear(from, to)).toEqual(assignNear(from, to));
  const other = assignNear(from, to, { seed: 7 });
  expect(isPermutation(other)).toBe(true);
  expect(sumSquares(from, to, other) / sumSquares(from, to, assignNear(from, to))).toBeCloseTo(1, 2);
});

test('different numbers of points and targets are refused', () => {
  expect(() => assignNear(new Float64Array(3), new Float64Array(6))).toThrow(
    'as many points as targets, got 1 and 2',
  );
});
