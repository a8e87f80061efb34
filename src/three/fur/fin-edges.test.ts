import { SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { FinEdges, finStride } from './fin-edges.ts';
import { coverMesh } from './testing/still-shells.ts';

function coverBall() {
  const geometry = new SphereGeometry(1, 24, 16);
  return coverMesh({
    positions: Float32Array.from(geometry.attributes.position.array),
    indices: Uint32Array.from(geometry.index!.array),
    coat: 'dog',
    layerCount: 12,
    texels: 32,
  });
}

test('each edge occurs once, although the file repeats vertices at its seam', () => {
  // The ball has 24 segments and 15 rings between the poles: V = 15 · 24 + 2, F = 2 · 24 · 15, E = V + F − 2. At the seam of a three.js
  // sphere, positions differ by rounding, so edges there may occur twice.
  const { count } = new FinEdges(coverBall());
  const edges = 15 * 24 + 2 + 2 * 24 * 15 - 2;
  expect(count).toBeGreaterThanOrEqual(edges);
  expect(count).toBeLessThanOrEqual(edges + 3 * 16);
});

test('fins are drawn only where the skin is seen edge-on', () => {
  const shells = coverBall();
  const edges = new FinEdges(shells);
  const out = new Float32Array(finStride * edges.count);
  for (const eye of [
    [0, 0, 5, 1],
    [3, 2, -4, 1],
    [0, 1, 0, 0],
  ]) {
    const count = edges.collect(out, shells, eye);
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(edges.count / 2);
    for (let k = 0; k < count; k++) {
      const o = finStride * k;
      const [a, b] = [new Vector3().fromArray(out, o), new Vector3().fromArray(out, o + 4)];
      const middle = a.clone().add(b).multiplyScalar(0.5);
      const sight = new Vector3(eye[0], eye[1], eye[2]).addScaledVector(middle, -eye[3]).normalize();
      expect(Math.abs(sight.dot(middle.normalize()))).toBeLessThan(0.5);
      const fraction = out[o + 19];
      expect(fraction).toBeGreaterThan(0);
      expect(fraction).toBeLessThanOrEqual(1);
    }
  }
});

test('a skin with positions of NaN has no fins', () => {
  const shells = coverBall();
  shells.roots.fill(Number.NaN);
  const edges = new FinEdges(shells);
  expect(edges.collect(new Float32Array(finStride * edges.count), shells, [0, 0, 5, 1])).toBe(0);
});
