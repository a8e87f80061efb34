import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTailActor } from '../../systems/fur/testing/tail-actor.ts';
import { bindPoints, measureUsualScale, toMeshSpace } from './bind-points.ts';
import { fillLost } from './point-space.ts';

const sizes = fc.oneof(
  fc.constantFrom(0, 1e-8, -1e-8, 1e-3, -1),
  fc.double({ min: -2, max: 2, noNaN: true }),
);

test('positions transformed back to the mesh stay near it at any scale', () => {
  const count = 12;
  const corners = Uint32Array.from({ length: 3 * count }, (_, k) => k);
  const bare = createTailActor();
  const skin = { surfaces: [0], vertexOf: Uint32Array.from({ length: 143 }, (_, v) => v) };
  const fractions = new Float64Array(3 * count).fill(1 / 3);
  const bound = bindPoints(bare, skin, corners, fractions);
  const usual = measureUsualScale(bare, bound);
  fc.assert(
    fc.property(sizes, (scale) => {
      const pose = createTailActor({ size: () => scale }).poseAt(0);
      const points = new Float64Array(3 * count).fill(0.02);
      const lost = toMeshSpace(points, bound, pose, 1, usual);
      expect(lost.length).toBe(Math.abs(scale) < 0.05 ? count : lost.length);
      if (Math.abs(scale) > 0.06) expect(lost).toEqual([]);
      expect(points.every((value) => Math.abs(value) < 20)).toBe(true);
    }),
    { seed: 16 },
  );
});

test('a strand without a position keeps that of the previous frame, or else gets its first one', () => {
  const frames = [0, 1, 2, 3].map((k) => new Float64Array(9).fill(k));
  fillLost(frames, [[1, 2], [2], [0, 2], [2]], 1);
  expect(frames.map((frame) => [...frame])).toEqual([
    [0, 0, 0, 1, 1, 1, 0, 0, 0],
    [1, 1, 1, 1, 1, 1, 0, 0, 0],
    [1, 1, 1, 2, 2, 2, 0, 0, 0],
    [3, 3, 3, 3, 3, 3, 0, 0, 0],
  ]);
});
