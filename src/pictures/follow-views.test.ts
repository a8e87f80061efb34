import { expect, test } from 'vitest';
import type { PointsFrame } from '../motion/points-frame.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { followViews } from './follow-views.ts';
import { groundFigure } from './ground-figure.ts';

function cloud(...positions: number[]): PointsFrame {
  const count = positions.length / 3;
  return {
    count,
    ids: Uint32Array.from({ length: count }, (_, k) => k),
    positions: Float32Array.from(positions),
    velocities: new Float32Array(3 * count),
    orientations: null,
    colors: new Float32Array(4 * count).fill(1),
    sizes: new Float32Array(count).fill(0.004),
    birthTimes: new Float32Array(count),
    attributes: new Map(),
  };
}

const box = (x: number, z: number) => ({
  positions: [x - 0.2, 0, z - 0.2, x + 0.2, 1.8, z + 0.2],
  indices: [],
  color: [1, 1, 1] as const,
});

test('a runner is seen from the side, moving to the right, at the same size, for every direction', () => {
  for (const [dx, dz] of [
    [1, 0],
    [0, 1],
    [-2, 1],
  ]) {
    const views = followViews([0, 1, 2].map((t) => ({ t, points: cloud(), figures: [box(dx * t, dz * t)] })));
    const [first, , last] = views.map((view) => view!);
    const { toEye } = first;
    // The direction to the right in the picture of a view that looks towards −toEye.
    const right = [toEye[2], -toEye[0]];
    expect(right[0] * dx + right[1] * dz).toBeGreaterThan(0.9 * Math.sqrt(dx * dx + dz * dz));
    expect(first.height).toBe(last.height);
    expect(first.height).toBeGreaterThan(1.8);
    expect(last.center[0] - first.center[0]).toBeCloseTo(2 * dx, 9);
  }
});

test('without characters the view follows the particles; without both there is no view', () => {
  const views = followViews([
    { t: 0, points: cloud(), figures: [] },
    { t: 1, points: cloud(5, 0, 0, 6, 3, 0), figures: [] },
  ]);
  expect(views[0]).toBe(null);
  expect(views[1]!.height).toBeGreaterThan(3);
  expect(followViews([{ t: 0, points: cloud(), figures: [] }])).toEqual([null]);
});

test('the ground around a point is a surface that faces up, with the colours of its material', () => {
  const ground = {
    cell: 0.1,
    datum: 1,
    heightUnit: 2 ** -20,
    extent: { i0: 0, j0: 0, columns: 40, rows: 30 },
    material: 'sand',
    read: (out: Int32Array) => out.fill(-(2 ** 18)),
    readInitial: (out: Int32Array) => out.fill(0),
    readPressed: (out: Uint8Array) => out.fill(1),
  } as unknown as HeightfieldOutput;
  const { positions, indices, colors, color } = groundFigure(ground, 0, 0, 1);
  expect(indices.length).toBeGreaterThan(300);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t], indices[t + 1], indices[t + 2]].map((corner) => 3 * corner);
    const up =
      (positions[b + 2] - positions[a + 2]) * (positions[c] - positions[a]) -
      (positions[b] - positions[a]) * (positions[c + 2] - positions[a + 2]);
    expect(up).toBeGreaterThan(0);
    expect(positions[a + 1]).toBeCloseTo(0.75, 6);
    expect(positions[a]).toBeGreaterThanOrEqual(0);
  }
  expect(colors![0]).toBeLessThan(color[0]);
});
