import { expect, test } from 'vitest';
import { chooseNearest } from './choose-nearest.ts';
import { fillBall, fillCube } from './testing/cases.ts';

function distances(points: Float64Array, x: number, y: number, z: number): number[] {
  return Array.from({ length: points.length / 3 }, (_, k) => {
    const dx = points[3 * k] - x;
    const dy = points[3 * k + 1] - y;
    const dz = points[3 * k + 2] - z;
    return dx * dx + dy * dy + dz * dz;
  });
}

test('chooses the points nearest to any target', () => {
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
