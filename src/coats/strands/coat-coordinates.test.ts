import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { createCoatCoordinates } from './coat-coordinates.ts';
import { makeBall, splitAll, square } from './testing/meshes.ts';

test('copies of a vertex at a seam have bit-identical coordinates to the joined vertex', () => {
  const ball = makeBall(2);
  const joined = createCoatCoordinates(ball);
  const split = createCoatCoordinates(splitAll(ball));
  ball.indices.forEach((vertex, copy) => {
    for (let c = 0; c < 3; c++) {
      expect(split.points[3 * copy + c]).toBe(joined.points[3 * vertex + c]);
      expect(split.normals[3 * copy + c]).toBe(joined.normals[3 * vertex + c]);
    }
    expect(ball.indices[split.firstCopy[copy]]).toBe(vertex);
  });
});

test('normals of a ball point away from its centre', () => {
  const { points, normals } = createCoatCoordinates(makeBall(3));
  for (let k = 0; k < points.length; k++) expect(Math.abs(normals[k] - points[k])).toBeLessThan(0.04);
});

test('a vertex without triangles, or only with triangles without area, gets +Y', () => {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5);
  const { normals } = createCoatCoordinates({ positions, indices: Uint32Array.of(0, 1, 2, 0, 0, 1) });
  expect([...normals]).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0]);
});

test('arrays that are not a mesh are refused', () => {
  const { positions, indices } = square;
  const refuse = (mesh: object) =>
    expect(() => createCoatCoordinates({ positions, indices, ...mesh })).toThrow(InputError);
  refuse({ positions: positions.slice(1) });
  refuse({ positions: Float64Array.of(Number.NaN, ...positions.slice(1)) });
  refuse({ indices: Uint32Array.of(0, 1) });
  refuse({ indices: new Uint32Array() });
  refuse({ indices: Uint32Array.of(0, 1, 4) });
});
