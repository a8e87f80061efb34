import { expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { distanceBetween } from '../../../math/simplex.ts';
import { PointTree } from './point-tree.ts';

const grid = (seed: number, k: number) => Math.round(12 * hashUnit(seed, k));

test('the nearest point is that of the lowest rank among those that are as near as any', () => {
  const count = 500;
  const points = Float64Array.from({ length: 3 * count }, (_, k) => grid(4, k));
  const numbers = Array.from({ length: count / 2 }, (_, k) => 2 * k);
  const rank = (point: number) => (point * 7) % 11;
  const tree = new PointTree(points, numbers, rank);
  for (let from = 1; from < count; from += 2) {
    const distances = numbers.map((number) => distanceBetween(points, from, number));
    const least = Math.min(...distances);
    const best = Math.min(...numbers.filter((_, k) => distances[k] === least).map(rank));
    const { point, distance } = tree.nearest(points[3 * from], points[3 * from + 1], points[3 * from + 2]);
    expect([distance, rank(point)]).toEqual([least, best]);
  }
});
