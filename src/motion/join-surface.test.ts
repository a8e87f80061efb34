import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinSurface } from './join-surface.ts';
import { splitByMotion } from './split-by-motion.ts';

interface Mesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

const quad = (a: number, b: number, c: number, d: number) => [a, b, c, a, c, d];

/** Returns a cube with edge 1 and a given corner. Its faces share their vertices. */
function cube(x = 0, y = 0, z = 0): Mesh {
  const positions = Array.from({ length: 8 }, (_, k) => [
    x + (k & 1),
    y + ((k >> 1) & 1),
    z + (k >> 2),
  ]).flat();
  const indices = [
    ...[
      quad(0, 4, 6, 2),
      quad(1, 3, 7, 5),
      quad(0, 1, 5, 4),
      quad(2, 6, 7, 3),
      quad(0, 2, 3, 1),
      quad(4, 5, 7, 6),
    ],
  ].flat();
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/**
 * Returns a sheet of n × n quads in the plane z = 0 that faces up. With `down`, the back of this sheet; `turned` uses the other diagonal of
 * each quad.
 */
function sheet(n: number, facing: 'up' | 'down' = 'up', turned = false): Mesh {
  const positions: number[] = [];
  for (let k = 0; k < (n + 1) ** 2; k++) positions.push(k % (n + 1), Math.floor(k / (n + 1)), 0);
  const indices: number[] = [];
  for (let k = 0; k < n * n; k++) {
    const a = (k % n) + (n + 1) * Math.floor(k / n);
    const round = [a, a + 1, a + n + 2, a + n + 1];
    if (facing === 'down') round.reverse();
    indices.push(
      ...(turned
        ? quad(round[1], round[2], round[3], round[0])
        : quad(round[0], round[1], round[2], round[3])),
    );
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function put(...meshes: readonly Mesh[]): Mesh {
  const positions = meshes.flatMap((mesh) => [...mesh.positions]);
  let start = 0;
  const indices = meshes.flatMap((mesh) => {
    const own = Array.from(mesh.indices, (vertex) => start + vertex);
    start += mesh.positions.length / 3;
    return own;
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Gives every triangle its own vertices, as for flat shading. */
function split({ positions, indices }: Mesh, order = [...indices.keys()].filter((k) => k % 3 === 0)): Mesh {
  const corners = order.flatMap((k) => [...indices.subarray(k, k + 3)]);
  return {
    positions: Float64Array.from(
      corners.flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]),
    ),
    indices: Uint32Array.from(corners.keys()),
  };
}

const pointsOf = (mesh: Mesh) => joinSurface(mesh.positions, mesh.indices).kept.length;

/** Returns whether each edge has exactly one triangle on each side. */
function isClosed({ positions, indices }: Mesh): boolean {
  const { vertexOf } = joinSurface(positions, indices);
  const uses = new Map<string, number>();
  for (let k = 0; k < indices.length; k++) {
    const [a, b] = [vertexOf[indices[k]], vertexOf[indices[k % 3 === 2 ? k - 2 : k + 1]]];
    const key = [Math.min(a, b), Math.max(a, b)].join();
    uses.set(key, (uses.get(key) ?? 0) + (a < b ? 1 : 1000));
  }
  return [...uses.values()].every((count) => count === 1001);
}

describe('vertices of one surface are joined', () => {
  test('across hard edges, if faces or triangles have separate vertices', () => {
    const faces = split(cube());
    expect(pointsOf(faces)).toBe(8);
    expect(joinSurface(faces.positions, faces.indices).counts).toEqual({
      joined: 28,
      moveDifferently: 0,
      otherSurface: 0,
    });
    expect(isClosed(faces)).toBe(true);
  });

  test('across a seam between two primitives', () => {
    const { positions, indices } = sheet(4);
    const half = (isFirst: boolean): Mesh => ({
      positions,
      indices: indices.filter((_, k) => Math.floor(k / 6) % 4 < 2 === isFirst),
    });
    expect(pointsOf(put(half(true), half(false)))).toBe(25);
  });

  test('copies of a triangle that face the same direction', () => {
    expect(pointsOf(put(cube(), cube()))).toBe(8);
  });

  test('a flipped triangle, and vertices that only collapsed triangles use', () => {
    const { positions, indices } = split(sheet(2));
    [indices[1], indices[2]] = [indices[2], indices[1]];
    expect(pointsOf({ positions, indices })).toBe(9);
    const { vertexOf } = joinSurface(
      Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0),
      Uint32Array.of(0, 1, 2, 0, 3, 1),
    );
    expect([...vertexOf]).toEqual([0, 1, 2, 0]);
  });
});

describe('surfaces that only touch are not joined', () => {
  test('the two sides of a sheet, also at its boundary, for every triangulation of the back', () => {
    for (const isTurned of [false, true]) {
      for (const form of [(mesh: Mesh) => mesh, split]) {
        const both = put(form(sheet(3)), form(sheet(3, 'down', isTurned)));
        const { kept, vertexOf, counts } = joinSurface(both.positions, both.indices);
        expect([kept.length, counts.otherSurface]).toEqual([32, 16]);
        const half = both.positions.length / 6;
        const front = new Set(vertexOf.subarray(0, half));
        for (const point of vertexOf.subarray(half)) expect(front.has(point)).toBe(false);
      }
    }
  });

  test('a sheet with a patch on part of its back', () => {
    expect(pointsOf(put(split(sheet(3)), split(sheet(1, 'down'))))).toBe(16 + 4);
  });

  test.each([
    ['a face', [1, 0, 0]],
    ['an edge', [1, 1, 0]],
    ['a corner', [1, 1, 1]],
  ])('two cubes that meet in %s, in any order of their triangles', (_, [x, y, z]) => {
    const both = put(cube(), cube(x, y, z));
    expect(pointsOf(both)).toBe(16);
    const starts = [...both.indices.keys()].filter((k) => k % 3 === 0);
    fc.assert(
      fc.property(fc.shuffledSubarray(starts, { minLength: starts.length }), (order) => {
        const mesh = split(both, order);
        expect(pointsOf(mesh)).toBe(16);
        expect(isClosed(mesh)).toBe(true);
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  test('an open surface whose boundary coincides with edges of a closed one', () => {
    const body = split(cube());
    const cloth: Mesh = {
      positions: Float64Array.of(0, 0, 1, 1, 0, 1, 1, -1, 2, 0, -1, 2),
      indices: Uint32Array.of(0, 3, 2, 0, 2, 1),
    };
    const mesh = put(body, cloth);
    const surfaceOf = Uint32Array.from({ length: 40 }, (_, vertex) => (vertex < 36 ? 0 : 1));
    expect(joinSurface(mesh.positions, mesh.indices, { surfaceOf }).kept.length).toBe(8 + 4);
  });
});

describe('motion distinguishes vertices at one position', () => {
  const influences = (rows: readonly (readonly [number, number][])[]) => ({
    joints: Uint32Array.from(rows.flatMap((row) => row.map(([joint]) => joint))),
    weights: Float32Array.from(rows.flatMap((row) => row.map(([, weight]) => weight))),
  });

  test('weights that differ by rounding or order are equal', () => {
    const { joints, weights } = influences([
      [
        [3, 0.5],
        [7, 0.5],
      ],
      [
        [7, 127 / 255],
        [3, 128 / 255],
      ],
      [
        [7, 0.7],
        [3, 0.3],
      ],
      [
        [4, 1],
        [3, 0],
      ],
      [
        [9, 0],
        [4, 1],
      ],
    ]);
    expect([...splitByMotion(new Uint32Array(5), joints, weights, 2, 0.98)]).toEqual([0, 0, 1, 2, 2]);
    expect([...splitByMotion(Uint32Array.of(0, 1, 0, 1, 0), joints, weights, 2, 0.5)]).toEqual([
      0, 1, 0, 2, 3,
    ]);
  });

  test('open surfaces that meet but follow different joints are not joined, and are counted', () => {
    const mesh = put(sheet(1), sheet(1));
    const shifted = mesh.positions.map((value, k) => (k >= 12 && k % 3 === 0 ? value + 1 : value));
    const pointOf = Uint32Array.from({ length: 8 }, (_, vertex) => vertex);
    const joined = joinSurface(shifted, mesh.indices);
    const apart = joinSurface(shifted, mesh.indices, { pointOf });
    expect([joined.kept.length, apart.kept.length]).toEqual([6, 8]);
    expect(apart.counts).toEqual({ joined: 0, moveDifferently: 2, otherSurface: 0 });
  });
});
