import { describe, expect, test } from 'vitest';
import type { TriangleMesh } from '../../motion/keyed-collider.ts';
import { sameBytes } from '../testing/same-bytes.ts';
import { readTerrain } from './read-terrain.ts';
import { sampleMeshTerrain } from './sample-mesh.ts';

/** Returns the surface through the samples of a map, with two triangles in each cell. */
function meshOf(
  heights: ArrayLike<number>,
  columns: number,
  rows: number,
  [stepX, stepZ]: readonly [number, number],
  [x0, z0]: readonly [number, number] = [0, 0],
): TriangleMesh {
  const positions = new Float64Array(3 * columns * rows);
  const indices: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const k = j * columns + i;
      positions.set([x0 + i * stepX, heights[k], z0 + j * stepZ], 3 * k);
      if (i + 1 === columns || j + 1 === rows) continue;
      indices.push(k, k + columns, k + 1, k + 1, k + columns, k + columns + 1);
    }
  }
  return { positions, indices: Uint32Array.from(indices) };
}

const [columns, rows] = [37, 23];
const heights = Float64Array.from({ length: columns * rows }, (_, k) => ((k * 7919) % 1009) / 7 - 40);

describe('terrain from a mesh', () => {
  test.each([
    [
      [1, 1],
      [0, 0],
    ],
    [
      [0.1, 0.3],
      [-17.3, 1e4],
    ],
    [
      [1 / 3, 24.4032885],
      [1e5, -0.1],
    ],
  ] as const)('map → mesh → map gives the same samples, spacing %j at %j', (spacing, origin) => {
    const mesh = meshOf(heights, columns, rows, spacing, origin);
    const terrain = sampleMeshTerrain(mesh, 'hill.obj', { spacing });
    expect([terrain.columns, terrain.rows, terrain.mask]).toEqual([columns, rows, null]);
    expect(terrain.origin).toEqual(origin);
    expect(sameBytes(terrain.heights, heights)).toBe(true);
  });

  test('the round trip through a file of single precision, Y up and Z up', async () => {
    const mesh = meshOf(heights, columns, rows, [0.1, 0.3], [-50, 80]);
    const singles = { ...mesh, positions: Float64Array.from(mesh.positions, Math.fround) };
    const options = { spacing: [0.1, 0.3] } as const;
    const plain = await readTerrain([{ name: 'hill.obj', bytes: writeObj(singles, 'y') }], options);
    expect(plain.heights).toEqual(Float64Array.from(heights, Math.fround));
    const turned = [{ name: 'hill.obj', bytes: writeObj(singles, 'z') }];
    expect((await readTerrain(turned, { ...options, up: 'z' })).heights).toEqual(plain.heights);
    expect((await readTerrain(turned, { ...options, up: 'z' })).origin).toEqual(plain.origin);
  });

  test('a scale converts everything to metres', async () => {
    const mesh = meshOf([1, 2, 3, 4], 2, 2, [50, 100]);
    const terrain = sampleMeshTerrain(mesh, 'cm.obj', { scale: 0.01, spacing: [0.5, 1] });
    expect([...terrain.heights]).toEqual([0.01, 0.02, 0.03, 0.04]);
  });

  test('heights between vertices are on the plane of the triangle', () => {
    const mesh = meshOf([0, 2, 4, 6], 2, 2, [1, 1]);
    const terrain = sampleMeshTerrain(mesh, 'plane.obj', { spacing: [0.25, 0.5] });
    expect([terrain.columns, terrain.rows]).toEqual([5, 3]);
    expect([...terrain.heights]).toEqual([0, 0.5, 1, 1.5, 2, 2, 2.5, 3, 3.5, 4, 4, 4.5, 5, 5.5, 6]);
  });

  test('the highest surface counts, for any order and winding; a wall counts with its top', () => {
    const [low, high] = [
      meshOf(new Float64Array(9), 3, 3, [1, 1]),
      meshOf(new Float64Array(4).fill(5), 2, 2, [1, 1]),
    ];
    for (const parts of [
      [low, high],
      [high, low],
    ]) {
      const terrain = sampleMeshTerrain(join(parts), 'roof.obj', { spacing: [1, 1] });
      expect([...terrain.heights]).toEqual([5, 5, 0, 5, 5, 0, 0, 0, 0]);
      const turned = join(parts);
      turned.indices.reverse();
      expect(sampleMeshTerrain(turned, 'roof.obj', { spacing: [1, 1] }).heights).toEqual(terrain.heights);
    }
    const wall = { positions: Float64Array.of(1, 0, 0, 1, 9, 0, 1, 0, 2), indices: Uint32Array.of(0, 1, 2) };
    const walled = sampleMeshTerrain(join([low, wall]), 'wall.obj', { spacing: [1, 1] });
    expect([...walled.heights]).toEqual([0, 9, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('samples outside of the mesh are masked and filled from the others', () => {
    const triangle = {
      positions: Float64Array.of(0, 1, 0, 4, 1, 0, 0, 3, 4),
      indices: Uint32Array.of(0, 2, 1),
    };
    const terrain = sampleMeshTerrain(triangle, 'corner.obj', { spacing: [1, 1] });
    expect([...terrain.mask!]).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1,
    ]);
    expect([terrain.min, terrain.max, Math.min(...terrain.heights)]).toEqual([1, 3, 1]);
  });

  test('there are no gaps between triangles, for any position of edges', () => {
    // A triangle fan over a square, about a point that is not on the grid.
    const ring = Array.from({ length: 40 }, (_, k) => {
      const side = Math.floor(k / 10);
      const along = k % 10 === 0 ? 0 : (k % 10) + 0.37 * (k % 3);
      return [
        [along, 0],
        [10, along],
        [10 - along, 10],
        [0, 10 - along],
      ][side];
    });
    const positions = Float64Array.from(
      [[3.3333, 6.1234], ...ring].flatMap(([x, z]) => [x, 0.1 * x + 0.2 * z, z]),
    );
    const indices = Uint32Array.from(ring.flatMap((_, k) => [0, k + 1, ((k + 1) % 40) + 1]));
    const terrain = sampleMeshTerrain({ positions, indices }, 'fan.obj', { spacing: [0.1, 0.1] });
    expect([terrain.columns, terrain.rows]).toEqual([101, 101]);
    expect(terrain.mask).toBeNull();
    let worst = 0;
    for (let k = 0; k < terrain.heights.length; k++) {
      const plane = 0.01 * (k % 101) + 0.02 * Math.floor(k / 101);
      worst = Math.max(worst, Math.abs(terrain.heights[k] - plane));
    }
    expect(worst).toBeLessThan(1e-12);
  });

  test('a missing spacing is refused with a proposal; invalid values are refused', async () => {
    const mesh = meshOf(heights, columns, rows, [2, 2]);
    const bytes = writeObj(mesh, 'y');
    await expect(readTerrain([{ name: 'hill.obj', bytes }])).rejects.toThrow(
      /hill\.obj: expected .* set terrainSpacing.* about 2\)/,
    );
    expect(() => sampleMeshTerrain(mesh, 'fine.obj', { spacing: [1e-4, 1e-4] })).toThrow(
      /1 to 33554432 samples/,
    );
    const empty = { positions: new Float64Array(0), indices: new Uint32Array(0) };
    expect(() => sampleMeshTerrain(empty, 'none.obj', { spacing: [1, 1] })).toThrow(/triangles, got none/);
    mesh.positions[4] = Number.NaN;
    expect(() => sampleMeshTerrain(mesh, 'nan.obj', { spacing: [1, 1] })).toThrow(/not numbers/);
    await expect(readTerrain([{ name: 'a.docx', bytes: new Uint8Array(9) }])).rejects.toThrow(
      /expected a terrain/,
    );
  });

  test('other meshes are read by a given reader', async () => {
    const mesh = meshOf([1, 2, 3, 4], 2, 2, [1, 1]);
    const files = [{ name: 'hill.glb', bytes: new Uint8Array(1) }];
    const terrain = await readTerrain(files, { spacing: [1, 1], readMesh: async () => mesh });
    expect([...terrain.heights]).toEqual([1, 2, 3, 4]);
  });
});

function join(parts: readonly TriangleMesh[]): TriangleMesh {
  const positions = parts.flatMap((part) => [...part.positions]);
  let first = 0;
  const indices = parts.flatMap((part) => {
    const shifted = [...part.indices].map((index) => index + first);
    first += part.positions.length / 3;
    return shifted;
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Writes the mesh as OBJ. With z up, a vertex is written as x, −z, y. */
function writeObj({ positions, indices }: TriangleMesh, up: 'y' | 'z'): Uint8Array {
  const lines: string[] = [];
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.subarray(k, k + 3);
    lines.push(up === 'y' ? `v ${x} ${y} ${z}` : `v ${x} ${-z} ${y}`);
  }
  for (let k = 0; k < indices.length; k += 3) {
    lines.push(`f ${indices[k] + 1} ${indices[k + 1] + 1} ${indices[k + 2] + 1}`);
  }
  return new TextEncoder().encode(lines.join('\n'));
}
