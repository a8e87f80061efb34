import { projectCoat } from '../../coats/strands/coat-projection.ts';
import type { ShellsData } from './shells-data.ts';

/**
 * The triangles of the skin, repeated for every projection of the tile that shows blades in them. The vertices of such a copy belong to one
 * projection from one side. So a fragment reads one projection, and its position in the tile is continuous over the triangle.
 */
export interface CoatCopies {
  /** Indices of copies, [3 · triangleCount]. */
  readonly indices: Uint32Array;
  /** Index of each copy's vertex in the shells, [copyCount]. */
  readonly vertexOf: Uint32Array;
  /** Position of each copy in the tile, in tiles, [2 · copyCount]. */
  readonly positions: Float32Array;
  /**
   * The range of tones that each copy shows: minimum, and upper end. [2 · copyCount] A vertex shows all tones in one projection, so a
   * triangle is repeated only if its corners have different projections. Over such a triangle the range is interpolated, so that at every
   * point its copies together show all tones, each tone once.
   */
  readonly tones: Float32Array;
}

/** Upper end of all tones. It is above 1, so that the tone 1 is included. */
const allTones = 1.01;

/** Copies all triangles that have strands. tile: length of the tile's side, m. */
export function copyForProjections(
  shells: Pick<
    ShellsData,
    'vertexCount' | 'indices' | 'restPositions' | 'restNormals' | 'lengths' | 'densities'
  >,
  tile: number,
): CoatCopies {
  const { vertexCount, indices, restPositions, restNormals, lengths, densities } = shells;
  // Index of the copy of each vertex for each axis and side, −1 before it is created.
  const copies = new Int32Array(6 * vertexCount).fill(-1);
  const vertexOf: number[] = [];
  const positions: number[] = [];
  const tones: number[] = [];
  const triangles: number[] = [];
  const position = [0, 0];
  const copyOf = (vertex: number, side: number): number => {
    const slot = 6 * vertex + side;
    if (copies[slot] >= 0) return copies[slot];
    const axis = side >> 1;
    const sign = side & 1 ? -1 : 1;
    const at = 3 * vertex;
    projectCoat(position, axis, sign, restPositions.subarray(at, at + 3), tile);
    positions.push(position[0], position[1]);
    // Sides are ordered. For a side before the vertex's own side, the range is below 0; for a side after it, the range is above the
    // maximum.
    const own = findSide(restNormals, vertex);
    tones.push(side > own ? allTones : 0, side < own ? 0 : allTones);
    copies[slot] = vertexOf.length;
    return vertexOf.push(vertex) - 1;
  };
  const hasStrand = (vertex: number) => lengths[vertex] > 0 && densities[vertex] > 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [indices[k], indices[k + 1], indices[k + 2]];
    if (!(hasStrand(a) || hasStrand(b) || hasStrand(c))) continue;
    const sides = [findSide(restNormals, a), findSide(restNormals, b), findSide(restNormals, c)];
    for (let side = 0; side < 6; side++) {
      if (sides.includes(side)) triangles.push(copyOf(a, side), copyOf(b, side), copyOf(c, side));
    }
  }
  return {
    indices: Uint32Array.from(triangles),
    vertexOf: Uint32Array.from(vertexOf),
    positions: Float32Array.from(positions),
    tones: Float32Array.from(tones),
  };
}

/**
 * Returns the side whose blades a vertex shows: 2 · axis of the maximum component of its normal, plus one if that component is negative.
 */
function findSide(normals: Float32Array, vertex: number): number {
  const at = 3 * vertex;
  let best = 0;
  for (let axis = 1; axis < 3; axis++) {
    if (Math.abs(normals[at + axis]) > Math.abs(normals[at + best])) best = axis;
  }
  return 2 * best + (normals[at + best] < 0 ? 1 : 0);
}
