import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../src/math/random.ts';
import { buildFigure, type FigurePart } from './build-figure.ts';
import { ellipsoid, roundedCone, smoothMinimum } from './level-set.ts';
import { meshLevelSet } from './mesh-level-set.ts';
import { bones } from './skeleton.ts';
import { openEdgeCount, volumeOf } from './testing/mesh-checks.ts';

describe('level sets', () => {
  test('a rounded cone is as far as the nearest ball of its row', () => {
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

  test('a smooth union never stands further out than the plain one, and is it away from the seam', () => {
    for (let i = 0; i < 200; i++) {
      const [a, b] = [hashUnit(4, i, 0) - 0.5, hashUnit(4, i, 1) - 0.5];
      const value = smoothMinimum(a, b, 0.2);
      expect(value).toBeLessThanOrEqual(Math.min(a, b));
      expect(value).toBeGreaterThanOrEqual(Math.min(a, b) - 0.05);
      if (Math.abs(a - b) >= 0.2) expect(value).toBe(Math.min(a, b));
    }
  });

  test('an ellipsoid is meshed closed, outwards, on its surface', () => {
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

test('the figure is closed, wound outwards and fully skinned, at another resolution too', async () => {
  const parts = await buildFigure({
    bodyCell: 0.02,
    shoeCell: 0.008,
    soleCell: 0.006,
    bodyTriangles: 3000,
    shortsTriangles: 500,
    upperTriangles: 500,
    soleTriangles: 1e6,
  });
  expect(parts.map((part) => part.name)).toEqual(['body', 'shorts', 'upper', 'sole']);
  // Litres: a slim man, his shorts with what they hold, two uppers, two soles.
  const litres = { body: [55, 70], shorts: [14, 22], upper: [2, 3.5], sole: [0.9, 1.6] };
  for (const part of parts) {
    expect(openEdgeCount(part.indices), part.name).toBe(0);
    const volume = 1000 * volumeOf(part.positions, part.indices);
    expect(volume, part.name).toBeGreaterThan(litres[part.name][0]);
    expect(volume, part.name).toBeLessThan(litres[part.name][1]);
    expectUnitNormals(part);
    expectWholeWeights(part);
  }
});

function expectUnitNormals({ name, normals, positions, indices }: FigurePart): void {
  let agreeing = 0;
  let uneven = 0;
  for (let v = 0; v < normals.length; v += 3) {
    uneven = Math.max(uneven, Math.abs(Math.hypot(normals[v], normals[v + 1], normals[v + 2]) - 1));
  }
  expect(uneven, name).toBeLessThan(1e-5);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const e = [0, 1, 2].map((i) => positions[b + i] - positions[a + i]);
    const f = [0, 1, 2].map((i) => positions[c + i] - positions[a + i]);
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    if (n[0] * normals[a] + n[1] * normals[a + 1] + n[2] * normals[a + 2] > 0) agreeing++;
  }
  expect(agreeing / (indices.length / 3), name).toBeGreaterThan(0.97);
}

function expectWholeWeights({ name, skin, positions }: FigurePart): void {
  expect(skin.weights.length).toBe((4 * positions.length) / 3);
  let strayed = 0;
  for (let v = 0; v < skin.weights.length; v += 4) {
    const sum = skin.weights[v] + skin.weights[v + 1] + skin.weights[v + 2] + skin.weights[v + 3];
    if (sum !== 255) strayed++;
    // A limb is never moved by the other side's: only the trunk is shared.
    const x = positions[(3 * v) / 4];
    const wrong = x > 0.02 ? '.R' : x < -0.02 ? '.L' : '?';
    for (let k = 0; k < 4; k++) {
      if (skin.weights[v + k] > 0 && bones[skin.joints[v + k]].name.endsWith(wrong)) strayed++;
    }
  }
  expect(strayed, name).toBe(0);
}
