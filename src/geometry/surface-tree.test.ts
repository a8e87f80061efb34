import { describe, expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { createBox, createCapsule, createSphere } from '../systems/flesh/testing/closed-surfaces.ts';
import { SurfaceTree } from './surface-tree.ts';

const randomPoint = (seed: number, k: number, size: number) =>
  [0, 1, 2].map((axis) => (2 * hashUnit(seed, k, axis) - 1) * size) as [number, number, number];

describe('nearest', () => {
  test('agrees with dense samples of each triangle (seeds 1 to 3)', () => {
    for (const seed of [1, 2, 3]) {
      // Random triangles, some without area.
      const positions = Float64Array.from({ length: 90 }, (_, k) => hashUnit(seed, k, 7) - 0.5);
      const triangles = Uint32Array.from({ length: 60 }, (_, k) =>
        k < 6 ? k % 2 : Math.floor(hashUnit(seed, k, 8) * 30),
      );
      const tree = new SurfaceTree(positions, triangles);
      for (let k = 0; k < 20; k++) {
        const point = randomPoint(seed, k, 1);
        const found = tree.nearest(...point);
        const at = Math.sqrt((tree.x - point[0]) ** 2 + (tree.y - point[1]) ** 2 + (tree.z - point[2]) ** 2);
        expect(at).toBeCloseTo(found, 12);
        let min = Infinity;
        for (let t = 0; t < triangles.length; t += 3) {
          for (let i = 0; i <= 24; i++) {
            for (let j = 0; i + j <= 24; j++) {
              let square = 0;
              for (let axis = 0; axis < 3; axis++) {
                const [a, b, c] = [0, 1, 2].map((corner) => positions[3 * triangles[t + corner] + axis]);
                square += (a + ((b - a) * i + (c - a) * j) / 24 - point[axis]) ** 2;
              }
              min = Math.min(min, Math.sqrt(square));
            }
          }
        }
        expect(found).toBeLessThanOrEqual(min + 1e-12);
        expect(found).toBeGreaterThan(min - 0.03);
      }
    }
  });

  test('returns no triangle if none is nearer than the limit', () => {
    const { positions, triangles } = createBox([0, 0, 0], [1, 1, 1]);
    const tree = new SurfaceTree(positions, triangles);
    expect(tree.nearest(3, 0.5, 0.5, 1)).toBe(1);
    expect(tree.triangle).toBe(-1);
    expect(tree.nearest(3, 0.5, 0.5)).toBe(2);
  });

  test('many triangles at one position do not make the tree too deep', () => {
    const count = 5000;
    const positions = new Float64Array(9 * count);
    for (let k = 0; k < count; k++) positions.set([2 ** -k, 0, 0, 2 ** -k, 1e-3, 0, 2 ** -k, 0, 1e-3], 9 * k);
    const tree = new SurfaceTree(
      positions,
      Uint32Array.from({ length: 3 * count }, (_, k) => k),
    );
    expect(tree.nearest(0.5, 0, -1)).toBe(1);
    expect(tree.nearest(2, 0, 0)).toBe(1);
  });
});

describe('winding', () => {
  test('1 inside and 0 outside a closed surface, for points all around it (seed 4)', () => {
    const { positions, triangles } = createCapsule(0.3, 1.4, 40);
    const tree = new SurfaceTree(positions, triangles);
    for (let k = 0; k < 400; k++) {
      const [x, y, z] = randomPoint(4, k, 0.9);
      const over = Math.max(Math.abs(z) - 0.4, 0);
      const distance = Math.sqrt(x * x + y * y + over * over) - 0.3;
      if (Math.abs(distance) < 0.005) continue;
      expect(tree.winding(x, y, z)).toBeCloseTo(distance < 0 ? 1 : 0, 1);
    }
  });

  test('2 where two bodies overlap, 1/2 in the plane of the boundary of a half sphere', () => {
    const a = createSphere(1, 32);
    const b = createSphere(1, 32, [1, 0, 0]);
    const positions = Float64Array.of(...a.positions, ...b.positions);
    const triangles = Uint32Array.of(...a.triangles, ...b.triangles.map((v) => v + a.positions.length / 3));
    expect(new SurfaceTree(positions, triangles).winding(0.5, 0, 0)).toBeCloseTo(2, 2);
    const upper = a.triangles.filter((_, k) => {
      const t = 3 * Math.floor(k / 3);
      return [0, 1, 2].every((c) => a.positions[3 * a.triangles[t + c] + 2] > -1e-9);
    });
    expect(new SurfaceTree(a.positions, upper).winding(0, 0, 0)).toBeCloseTo(0.5, 1);
  });
});
