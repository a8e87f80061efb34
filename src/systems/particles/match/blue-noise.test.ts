import { describe, expect, test } from 'vitest';
import { PointTree } from '../../../geometry/point-tree.ts';
import { largestSpacing, sampleBlueNoise } from './blue-noise.ts';
import { fillBall, fillCube, fillLetter } from './testing/cases.ts';

function pick(points: Float64Array, chosen: Uint32Array): Float64Array {
  return Float64Array.from(
    { length: 3 * chosen.length },
    (_, p) => points[3 * chosen[Math.floor(p / 3)] + (p % 3)],
  );
}

/** Returns the minimum and maximum distance from each of `others` to the nearest of `points`. A point is not its own neighbour. */
function nearestDistances(points: Float64Array, others: Float64Array): { min: number; greatest: number } {
  const tree = new PointTree(points);
  const nearest = new Uint32Array(1);
  let min = Infinity;
  let greatest = 0;
  for (let p = 0; p < others.length; p += 3) {
    tree.nearest(others[p], others[p + 1], others[p + 2], 1, nearest, others === points ? p / 3 : -1);
    const q = 3 * nearest[0];
    const distance = Math.hypot(
      others[p] - points[q],
      others[p + 1] - points[q + 1],
      others[p + 2] - points[q + 2],
    );
    min = Math.min(min, distance);
    greatest = Math.max(greatest, distance);
  }
  return { min, greatest };
}

function fillSphere(count: number, seed: number): Float64Array {
  return fillBall(count, seed).map((value, p, points) => {
    const first = p - (p % 3);
    return value / Math.hypot(points[first], points[first + 1], points[first + 2]);
  });
}

const arc = 0.75 * Math.PI * (1.4 ** 2 - 0.8 ** 2);
const shapes = {
  line: {
    dimension: 1,
    measure: 2,
    fill: (count: number) => fillCube(count, 3).map((v, p) => (p % 3 ? 0 : v)),
  },
  square: {
    dimension: 2,
    measure: 4,
    fill: (count: number) => fillCube(count, 3).map((v, p) => (p % 3 ? v : 5)),
  },
  letter: {
    dimension: 2,
    measure: 2 * arc,
    fill: (count: number) => fillLetter(count, 3).map((v, p) => (p % 3 === 2 ? 0 : v)),
  },
  sphere: { dimension: 2, measure: 4 * Math.PI, fill: (count: number) => fillSphere(count, 3) },
  cube: { dimension: 3, measure: 8, fill: (count: number) => fillCube(count, 3) },
  ball: { dimension: 3, measure: (4 / 3) * Math.PI, fill: (count: number) => fillBall(count, 3) },
  slab: { dimension: 3, measure: 1.2 * arc, fill: (count: number) => fillLetter(count, 3) },
} as const;

describe.each(Object.entries(shapes))('blue noise in a %s', (_, { dimension, measure, fill }) => {
  test.each([
    [100, 5],
    [1500, 4],
    [1500, 5],
  ])('%i of %i times as many: none too near, no gap too wide', (count, ratio) => {
    const candidates = fill(ratio * count);
    const chosen = sampleBlueNoise(candidates, count, { dimension, measure });
    expect(new Set(chosen).size).toBe(count);
    expect(chosen.every((index, k) => k === 0 || chosen[k - 1] < index)).toBe(true);
    const points = pick(candidates, chosen);
    const spacing = largestSpacing(count, dimension, measure);
    expect(nearestDistances(points, points).min / spacing).toBeGreaterThanOrEqual(0.62);
    // The gaps are measured with points that were not candidates.
    const gap = nearestDistances(points, fill(9 * count).subarray(3 * ratio * count)).greatest / spacing;
    expect(gap).toBeLessThanOrEqual(1.2);
  });
});

test('the max spacing is that of the densest packing: hexagonal in a plane, face-centred cubic in space', () => {
  expect(largestSpacing(10, 1, 5)).toBe(0.5);
  // At spacing 1 each point of a hexagonal lattice has the area √3 / 2, and of a face-centred cubic lattice the volume 1 / √2.
  expect(largestSpacing(7, 2, (7 * Math.sqrt(3)) / 2)).toBeCloseTo(1, 14);
  expect(largestSpacing(7, 3, 7 / Math.SQRT2)).toBeCloseTo(1, 14);
});

test('a progressive order has the same points, and its prefixes are blue noise', () => {
  const candidates = shapes.cube.fill(4000);
  const options = { dimension: 3, measure: 8 } as const;
  const chosen = sampleBlueNoise(candidates, 800, options);
  const order = sampleBlueNoise(candidates, 800, { ...options, progressive: true });
  expect(order.slice().sort()).toEqual(chosen);
  for (const count of [100, 200, 400]) {
    const points = pick(candidates, order.subarray(0, count));
    expect(nearestDistances(points, points).min / largestSpacing(count, 3, 8)).toBeGreaterThan(0.55);
  }
});

test('no position is chosen twice before all are chosen once', () => {
  const positions = fillBall(300, 1);
  const candidates = new Float64Array(2700);
  for (let copy = 0; copy < 3; copy++) candidates.set(positions, 900 * copy);
  const options = { dimension: 3, measure: 4.19 } as const;
  const placesOf = (chosen: Uint32Array) => new Set(Array.from(chosen, (index) => index % 300)).size;
  expect(placesOf(sampleBlueNoise(candidates, 120, options))).toBe(120);
  expect(placesOf(sampleBlueNoise(candidates, 300, options))).toBe(300);
  const many = sampleBlueNoise(candidates, 500, options);
  expect(placesOf(many)).toBe(300);
  expect(new Set(many).size).toBe(500);
  expect(new Set(sampleBlueNoise(candidates, 500, { ...options, progressive: true }))).toEqual(new Set(many));
});

test('with `uneven` the density of the candidates is kept, and points stay apart', () => {
  // The density at y > 0 is `ratio` times that at y < 0.
  for (const ratio of [2, 8]) {
    const all = shapes.square.fill(40_000).map((value, p) => (p % 3 === 0 ? 0 : value));
    const candidates: number[] = [];
    for (let p = 0; p < all.length && candidates.length < 3 * 6000; p += 3) {
      if (all[p + 1] > 0 || (p / 3) % ratio === 0) candidates.push(all[p], all[p + 1], all[p + 2]);
    }
    const points = Float64Array.from(candidates);
    const options = { dimension: 2, measure: 4 } as const;
    const upperFraction = (chosen: Uint32Array) =>
      chosen.reduce((sum, index) => sum + (points[3 * index + 1] > 0 ? 1 : 0), 0) / chosen.length;
    const wanted = ratio / (ratio + 1);
    const chosen = sampleBlueNoise(points, 1200, { ...options, uneven: true });
    expect(new Set(chosen).size).toBe(1200);
    expect(Math.abs(upperFraction(chosen) - wanted)).toBeLessThan(0.03);
    if (ratio === 8) expect(upperFraction(sampleBlueNoise(points, 1200, options))).toBeLessThan(wanted - 0.1);
    const dense = pick(
      points,
      chosen.filter((index) => points[3 * index + 1] > 0.1),
    );
    const spacing = largestSpacing(1200 * wanted, 2, 2);
    expect(nearestDistances(dense, dense).min / spacing).toBeGreaterThan(0.5);
  }
});

test('0 and −0 are the same position', () => {
  const candidates = Float64Array.of(0, 0, 0, -0, 0, -0, 1, 0, 0);
  expect(Array.from(sampleBlueNoise(candidates, 2, { dimension: 3, measure: 1 }))).toEqual([0, 2]);
});

test('extreme values and degenerate sets give the right number of different candidates', () => {
  const sets: Float64Array[] = [
    new Float64Array(3 * 2000),
    fillBall(2000, 1).map((value) => 1e-9 * value),
    fillBall(2000, 1).map((value) => 1e9 * value),
    fillCube(2000, 1).map((_, p) => Math.floor(p / 3)),
    fillCube(2000, 1).map((value, p) => (p < 3000 ? 1e-7 * value : value)),
  ];
  for (const candidates of sets) {
    for (const dimension of [1, 2, 3] as const) {
      for (const count of [0, 1, 2, 1000, 2000]) {
        const chosen = sampleBlueNoise(candidates, count, { dimension, measure: 4 });
        expect(new Set(chosen).size).toBe(count);
      }
    }
  }
});

test('20 of 20 000 candidates are at least 0.7 of the max spacing apart', () => {
  const candidates = shapes.cube.fill(20_000);
  const points = pick(candidates, sampleBlueNoise(candidates, 20, { dimension: 3, measure: 8 }));
  expect(nearestDistances(points, points).min / largestSpacing(20, 3, 8)).toBeGreaterThan(0.7);
});

test('more points than candidates, and a measure of 0, are refused', () => {
  const candidates = new Float64Array(6);
  expect(() => sampleBlueNoise(candidates, 3, { dimension: 3, measure: 1 })).toThrow(
    'Cannot choose 3 of 2 candidates',
  );
  expect(() => sampleBlueNoise(candidates, 1, { dimension: 3, measure: 0 })).toThrow('above 0, got 0');
  expect(sampleBlueNoise(new Float64Array(0), 0, { dimension: 2, measure: 1 }).length).toBe(0);
});
