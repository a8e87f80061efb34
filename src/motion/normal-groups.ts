import { areaVector } from '../geometry/simplex.ts';
import { bitsOf, findSameVertices } from './weld-vertices.ts';

/** The parts of a surface that normals depend on: positions and normals [3 · vertexCount], indices [3 · triangleCount]. */
export interface GroupedSurface {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly normals: Float32Array | null;
}

/** Groups of vertices with a common normal: copies of one point with one normal, across all surfaces of a mesh. */
export interface NormalGroups {
  readonly count: number;
  /** For each surface: [vertexCount] the group of each vertex. */
  readonly groupOf: readonly Uint32Array[];
}

/** Finds the groups of vertices with a common normal. The surfaces must be those of one mesh, in its mesh space. */
export function groupNormals(surfaces: readonly GroupedSurface[]): NormalGroups {
  const size = surfaces.reduce((sum, { positions }) => sum + positions.length, 0);
  const [positions, normals] = [new Float32Array(size), new Float32Array(size)];
  let start = 0;
  for (const surface of surfaces) {
    positions.set(surface.positions, start);
    if (surface.normals) normals.set(surface.normals, start);
    start += surface.positions.length;
  }
  const { kept, vertexOf } = findSameVertices(size / 3, [
    { bits: bitsOf(positions), width: 3 },
    { bits: bitsOf(normals), width: 3 },
  ]);
  let first = 0;
  const groupOf = surfaces.map((surface) => {
    const count = surface.positions.length / 3;
    first += count;
    return vertexOf.slice(first - count, first);
  });
  return { count: kept.length, groupOf };
}

/**
 * Returns for each group [groupCount] 1 if one of its vertices belongs to a triangle with at least one moving corner, else 0. isMoved: for
 * each surface, [vertexCount].
 */
export function findTurning(
  surfaces: readonly GroupedSurface[],
  { count, groupOf }: NormalGroups,
  isMoved: readonly Uint8Array[],
): Uint8Array {
  const turns = new Uint8Array(count);
  surfaces.forEach(({ indices }, index) => {
    for (let k = 0; k < indices.length; k += 3) {
      const corners = indices.subarray(k, k + 3);
      if (!corners.some((vertex) => isMoved[index][vertex])) continue;
      for (const vertex of corners) turns[groupOf[index][vertex]] = 1;
    }
  });
  return turns;
}

/** Adds the area vector of a triangle to the sums [3 · groupCount] of the groups of its three corners. */
export function addTriangle(
  sums: Float64Array,
  groupOf: Uint32Array,
  positions: Float32Array | Float64Array,
  [a, b, c]: readonly [number, number, number],
): void {
  const [x, y, z] = areaVector(positions, a, b, c);
  for (const vertex of [a, b, c]) {
    const k = 3 * groupOf[vertex];
    sums[k] += x;
    sums[k + 1] += y;
    sums[k + 2] += z;
  }
}
