import { describe, expect, test } from 'vitest';
import { creaseMesh } from './crease-mesh.ts';
import type { TriangleMesh } from './keyed-collider.ts';

/** Returns an upright prism with the given number of sides, without top and bottom. Each side is a quad of two triangles. */
function prism(sides: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    positions.push(Math.cos(angle), 0, -Math.sin(angle), Math.cos(angle), 1, -Math.sin(angle));
    const [a, b] = [2 * k, 2 * ((k + 1) % sides)];
    indices.push(a, b, a + 1, b, b + 1, a + 1);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

describe('normals', () => {
  test('are split at edges: a prism of four sides has four flat sides', () => {
    const { positions, indices, normals } = creaseMesh(prism(4));
    expect(positions).toHaveLength(3 * 16);
    for (let k = 0; k < indices.length; k += 6) {
      const [side, ...others] = Array.from({ length: 6 }, (_, c) =>
        [0, 1, 2].map((axis) => Number(normals[3 * indices[k + c] + axis].toFixed(6))),
      );
      for (const other of others) expect(other).toEqual(side);
    }
  });

  test('are smooth on round surfaces, without additional vertices', () => {
    const { positions, normals, indices } = creaseMesh(prism(24));
    expect(positions).toHaveLength(3 * 48);
    indices.forEach((vertex) => {
      // The normal points outward, up to a small error from the unequal weights of the two triangles of a quad.
      const along =
        normals[3 * vertex] * positions[3 * vertex] + normals[3 * vertex + 2] * positions[3 * vertex + 2];
      expect(along).toBeGreaterThan(0.995);
    });
  });

  test('are continuous across seams of the texture; colours and coordinates are kept', () => {
    const mesh = prism(24);
    const cornerTexcoords = Float32Array.from({ length: 2 * mesh.indices.length }, (_, k) =>
      k < 12 ? 0.25 : 0.75,
    );
    const colors = Float32Array.from(mesh.positions, (_, k) => (Math.floor(k / 3) % 2) * 0.5);
    const creased = creaseMesh({ ...mesh, cornerTexcoords, colors });
    const plain = creaseMesh(mesh);
    creased.indices.forEach((vertex, corner) => {
      const other = plain.indices[corner];
      for (let axis = 0; axis < 3; axis++) {
        expect(creased.normals[3 * vertex + axis]).toBe(plain.normals[3 * other + axis]);
        expect(creased.positions[3 * vertex + axis]).toBe(plain.positions[3 * other + axis]);
        expect(creased.colors![3 * vertex + axis]).toBe((mesh.indices[corner] % 2) * 0.5);
      }
      expect(creased.texcoords![2 * vertex]).toBe(corner < 6 ? 0.25 : 0.75);
    });
  });

  test('of triangles without area have unit length', () => {
    const { normals } = creaseMesh({ positions: new Float64Array(9), indices: Uint32Array.of(0, 1, 2) });
    expect(Math.hypot(...normals.subarray(0, 3))).toBe(1);
  });
});
