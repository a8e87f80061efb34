import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../src/math/random.ts';
import { ellipsoid, roundedCone, smoothMinimum } from './level-set.ts';
import { meshLevelSet } from './mesh-level-set.ts';
import { openEdgeCount, volumeOf } from './testing/mesh-checks.ts';

describe('level sets', () => {
  test('the distance to a rounded cone is that to the nearest of its balls', () => {
    const set = roundedCone([0.1, 0.2, -0.1], [0.5, -0.1, 0.3], 0.12, 0.05);
    for (let i = 0; i < 200; i++) {
      const p = [0, 1, 2].map((axis) => 1.6 * hashUnit(3, i, axis) - 0.6);
      let nearest = Infinity;
      for (let k = 0; k <= 4000; k++) {
        const t = k / 4000;
        const centre = [0.1 + 0.4 * t, 0.2 - 0.3 * t, -0.1 + 0.4 * t];
        const distance = Math.hypot(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]);
        nearest = Math.min(nearest, distance - (0.12 - 0.07 * t));
      }
      expect(set(p[0], p[1], p[2])).toBeCloseTo(nearest, 5);
    }
  });

  test('a smooth union never has a larger distance than the plain union, and equals it away from the seam', () => {
    for (let i = 0; i < 200; i++) {
      const [a, b] = [hashUnit(4, i, 0) - 0.5, hashUnit(4, i, 1) - 0.5];
      const value = smoothMinimum(a, b, 0.2);
      expect(value).toBeLessThanOrEqual(Math.min(a, b));
      expect(value).toBeGreaterThanOrEqual(Math.min(a, b) - 0.05);
      if (Math.abs(a - b) >= 0.2) expect(value).toBe(Math.min(a, b));
    }
  });

  test('the mesh of an ellipsoid is closed, wound outwards, and on its surface', () => {
    const up: [number, number, number] = [0.6, 0.8, 0];
    const set = ellipsoid([0.01, 0, 0.02], [0.2, 0.3, 0.15], up);
    const mesh = meshLevelSet(set, [-0.4, -0.4, -0.4], [0.4, 0.4, 0.4], 0.02);
    expect(openEdgeCount(mesh.indices)).toBe(0);
    const volume = (4 / 3) * Math.PI * 0.2 * 0.3 * 0.15;
    expect(Math.abs(volumeOf(mesh.positions, mesh.indices) / volume - 1)).toBeLessThan(0.02);
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const [x, y, z] = mesh.positions.subarray(v, v + 3);
      expect(Math.abs(set(x, y, z))).toBeLessThan(1e-4);
    }
  });
});
