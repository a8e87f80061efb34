import { expect, test } from 'vitest';
import { openEdgeCount, volumeOf } from '../shapes/testing/mesh-checks.ts';
import { buildMannequin, type MannequinPart } from './build-mannequin.ts';
import { bones } from './skeleton.ts';

test('the figure is closed, wound outwards and fully skinned, at another resolution too', async () => {
  const parts = await buildMannequin({
    bodyCell: 0.02,
    shoeCell: 0.008,
    soleCell: 0.006,
    bodyTriangles: 3000,
    shortsTriangles: 500,
    upperTriangles: 500,
    soleTriangles: 1e6,
  });
  expect(parts.map((part) => part.name)).toEqual(['body', 'shorts', 'upper', 'sole']);
  // Volumes in litres: a slim man, his shorts with the body inside, two uppers, two soles.
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

function expectUnitNormals({ name, normals, positions, indices }: MannequinPart): void {
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

function expectWholeWeights({ name, skin, positions }: MannequinPart): void {
  expect(skin.weights.length).toBe((4 * positions.length) / 3);
  let strayed = 0;
  for (let v = 0; v < skin.weights.length; v += 4) {
    const sum = skin.weights[v] + skin.weights[v + 1] + skin.weights[v + 2] + skin.weights[v + 3];
    if (sum !== 255) strayed++;
    // A limb never follows bones of the other side. Only the trunk is shared.
    const x = positions[(3 * v) / 4];
    const wrong = x > 0.02 ? '.R' : x < -0.02 ? '.L' : '?';
    for (let k = 0; k < 4; k++) {
      if (skin.weights[v + k] > 0 && bones[skin.joints[v + k]].name.endsWith(wrong)) strayed++;
    }
  }
  expect(strayed, name).toBe(0);
}
