import type { FurMesh } from '../topology.ts';

/** A skin with positions in m and unit normals, both [3 · vertexCount]. */
export interface PlacedMesh extends FurMesh {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
}

/** Returns a mesh with the size of the paper's elephant (623 vertices, 1148 faces): a grid of 25 × 25 without two corners, 1 m wide. */
export function elephantMesh(): PlacedMesh {
  const grid = gridMesh(25, 25, 1 / 24);
  const corners = [0, grid.vertexCount - 1];
  return withoutVertices(grid, corners);
}

/** Returns a mesh with the size of the paper's dog (1872 vertices, 3220 faces): grids of 10 × 96 and 6 × 152. */
export function dogMesh(): PlacedMesh {
  return joinMeshes(gridMesh(10, 96, 0.01), gridMesh(6, 152, 0.01, 2));
}

/** Returns the paper's square of grass (13 vertices, 16 faces): 2 × 2 cells of four triangles around their centres, 1 m wide. */
export function grassMesh(): PlacedMesh {
  const positions: number[] = [];
  for (let k = 0; k < 9; k++) positions.push((k % 3) / 2, 0, Math.floor(k / 3) / 2);
  const triangles: number[] = [];
  for (let cell = 0; cell < 4; cell++) {
    const [x, z] = [cell % 2, Math.floor(cell / 2)];
    const a = 3 * z + x;
    const ring = [a, a + 3, a + 4, a + 1];
    positions.push((x + 0.5) / 2, 0, (z + 0.5) / 2);
    for (let k = 0; k < 4; k++) triangles.push(ring[k], ring[(k + 1) % 4], 9 + cell);
  }
  return createMesh(positions, triangles);
}

/** Returns a flat skin of columns × rows vertices, `spacing` m apart. Its normals point up. Diagonals start at corner 0. */
export function gridMesh(columns: number, rows: number, spacing: number, x0 = 0): PlacedMesh {
  const positions: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) positions.push(x0 + spacing * column, 0, spacing * row);
  }
  const triangles: number[] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      const d = a + columns + 1;
      triangles.push(a, a + columns, d, a, d, a + 1);
    }
  }
  return createMesh(positions, triangles);
}

function withoutVertices(mesh: PlacedMesh, removed: readonly number[]): PlacedMesh {
  const positions: number[] = [];
  const newIndex = new Map<number, number>();
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (removed.includes(v)) continue;
    newIndex.set(v, newIndex.size);
    positions.push(...mesh.positions.subarray(3 * v, 3 * v + 3));
  }
  const triangles: number[] = [];
  for (let k = 0; k < mesh.triangles.length; k += 3) {
    const face = [...mesh.triangles.subarray(k, k + 3)];
    if (face.every((v) => newIndex.has(v))) triangles.push(...face.map((v) => newIndex.get(v) as number));
  }
  return createMesh(positions, triangles);
}

function joinMeshes(a: PlacedMesh, b: PlacedMesh): PlacedMesh {
  const moved = [...b.triangles].map((v) => v + a.vertexCount);
  return createMesh([...a.positions, ...b.positions], [...a.triangles, ...moved]);
}

function createMesh(positions: number[], triangles: number[]): PlacedMesh {
  const normals = new Float64Array(positions.length);
  for (let k = 1; k < normals.length; k += 3) normals[k] = 1;
  return {
    vertexCount: positions.length / 3,
    positions: Float64Array.from(positions),
    normals,
    triangles: Uint32Array.from(triangles),
  };
}
