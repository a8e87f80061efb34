import { describe, expect, test } from 'vitest';
import type { TriangleMesh } from './keyed-collider.ts';
import { measureMesh } from './measure-mesh.ts';

const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1]);
const faces = [
  [0, 2, 1],
  [1, 2, 3],
  [4, 5, 6],
  [5, 7, 6],
  [0, 1, 4],
  [1, 5, 4],
  [2, 6, 3],
  [3, 6, 7],
  [0, 4, 2],
  [2, 4, 6],
  [1, 3, 5],
  [3, 7, 5],
];

function mesh(
  triangles: readonly (readonly number[])[],
  positions: readonly number[] = corners,
): TriangleMesh {
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(triangles.flat()) };
}

const closed = {
  vertices: 8,
  loose: 0,
  triangles: 12,
  flat: 0,
  doubled: 0,
  pieces: 1,
  openEdges: 0,
  crowdedEdges: 0,
  opposedEdges: 0,
  inwardPieces: 0,
};
const shifted = corners.map((value) => value + 5);

describe('a surface', () => {
  test('that is closed has a volume', () => {
    const found = measureMesh(mesh(faces));
    expect(found).toMatchObject({ ...closed, min: [0, 0, 0], max: [1, 1, 1] });
    expect([found.area, found.volume]).toEqual([expect.closeTo(6, 12), expect.closeTo(1, 12)]);
  });

  test.each([
    ['with a hole', faces.slice(1), { triangles: 11, openEdges: 3, volume: null }],
    ['with a triangle twice', [...faces, faces[3]], { triangles: 13, doubled: 1, openEdges: 0 }],
    [
      'that is seen from both sides',
      [...faces, ...faces.map(([a, b, c]) => [a, c, b])],
      { triangles: 24, doubled: 12, openEdges: 0 },
    ],
    [
      'with a triangle turned over',
      [[0, 1, 2], ...faces.slice(1)],
      { opposedEdges: 3, openEdges: 0, volume: null },
    ],
    ['turned over', faces.map(([a, b, c]) => [a, c, b]), { inwardPieces: 1, volume: expect.closeTo(-1, 12) }],
    [
      'with a triangle that has lost a corner',
      [...faces, [0, 0, 1]],
      { triangles: 13, flat: 1, openEdges: 0 },
    ],
    ['with a fin', [...faces, [0, 1, 7]], { triangles: 13, crowdedEdges: 1, openEdges: 2, volume: null }],
  ])('%s', (_, triangles, expected) => {
    expect(measureMesh(mesh(triangles))).toMatchObject({ ...closed, ...expected });
  });

  test('of two pieces: vertices at one position count as one, and unused vertices are allowed', () => {
    const two = mesh(
      [...faces, ...faces.map((face) => face.map((vertex) => vertex + 8))],
      [...corners, ...shifted, 99, 99, 99],
    );
    expect(measureMesh(two)).toMatchObject({
      ...closed,
      triangles: 24,
      vertices: 17,
      loose: 1,
      pieces: 2,
      // Vertices without a triangle do not affect the size.
      max: [6, 6, 6],
      volume: expect.closeTo(2, 12),
    });
    const soup = mesh(
      Array.from({ length: 12 }, (__, k) => [3 * k, 3 * k + 1, 3 * k + 2]),
      faces.flat().flatMap((vertex) => corners.slice(3 * vertex, 3 * vertex + 3)),
    );
    expect(measureMesh(soup)).toMatchObject(closed);
  });

  test('with seams that are open only by rounding is closed', () => {
    const parted = mesh(
      Array.from({ length: 12 }, (_, k) => [3 * k, 3 * k + 1, 3 * k + 2]),
      faces
        .flat()
        .flatMap((vertex, k) =>
          corners.slice(3 * vertex, 3 * vertex + 3).map((value, axis) => value + 1e-7 * ((k + axis) % 3)),
        ),
    );
    expect(measureMesh(parted)).toMatchObject({ ...closed, volume: expect.closeTo(1, 5) });
  });

  test('with a needle triangle is closed; the needle is counted', () => {
    // The corner is in the middle of an edge, so one triangle has no area.
    const triangles = [[0, 2, 8], [8, 2, 1], [0, 8, 1], ...faces.slice(1)];
    expect(measureMesh(mesh(triangles, [...corners, 0.5, 0, 0]))).toMatchObject({ flat: 1, openEdges: 0 });
  });

  test('without triangles', () => {
    expect(measureMesh(mesh([]))).toMatchObject({ pieces: 0, volume: null, loose: 8 });
  });
});
