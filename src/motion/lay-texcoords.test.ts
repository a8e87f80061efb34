import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { layTexcoords } from './lay-texcoords.ts';
import { weldMesh } from './weld-vertices.ts';

test('a vertex keeps its first texture coordinates and gets a copy for each other one', () => {
  const mesh = {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 9, 9, 9),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 2, 1, 0),
  };
  const corners = [0, 0, 1, 0, 1, 1, 0.5, 0, 1, 1, 0, 1, 0.25, 0, 1, 0, 0.5, 0];
  const laid = layTexcoords(mesh, Float32Array.from(corners));
  expect([...laid.indices]).toEqual([0, 1, 2, 5, 2, 3, 6, 1, 5]);
  expect([...laid.texcoords]).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0.5, 0, 0.25, 0]);
  expect([...laid.positions.subarray(12)]).toEqual([9, 9, 9, 0, 0, 0, 1, 1, 0]);
});

test('with random coordinates every corner has its own vertex, and welding restores the mesh (seed 1)', () => {
  const draw = (what: number, k: number) => hashUnit(1, what, k);
  const positions = Float64Array.from({ length: 3 * 40 }, (_, k) => draw(0, k));
  const indices = Uint32Array.from({ length: 3 * 200 }, (_, k) => Math.floor(40 * draw(1, k)));
  const corners = Float32Array.from({ length: 2 * 600 }, (_, k) => Math.floor(4 * draw(2, k)) / 4);
  const laid = layTexcoords({ positions, indices }, corners);
  laid.indices.forEach((vertex, corner) => {
    for (let c = 0; c < 2; c++) expect(laid.texcoords[2 * vertex + c]).toBe(corners[2 * corner + c]);
    for (let c = 0; c < 3; c++)
      expect(laid.positions[3 * vertex + c]).toBe(positions[3 * indices[corner] + c]);
  });
  expect(weldMesh(laid)).toEqual(weldMesh({ positions, indices }));
});
