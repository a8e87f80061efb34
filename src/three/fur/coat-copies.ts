import { projectCoat, weighProjections } from '../../systems/fur/strands/coat-projection.ts';
import type { ShellsData } from './shells-data.ts';

/**
 * The skin's triangles, each once for every projection of the tile that shows blades somewhere in it. A vertex of theirs is
 * one of the shells', seen by one projection from one side: so a fragment looks up one projection, and its place in the tile is
 * continuous over the triangle.
 */
export interface CoatCopies {
  /** [3 · triangleCount] */
  readonly indices: Uint32Array;
  /** [copyCount] the vertex of the shells that each one is. */
  readonly vertexOf: Uint32Array;
  /** [2 · copyCount] where it is in the tile, in tiles. */
  readonly places: Float32Array;
  /** [3 · copyCount] its normal at rest: along its own projection (positive on its side), then along those before and after it. */
  readonly facings: Float32Array;
  /** [copyCount] axis of its projection: 0, 1, 2. */
  readonly axes: Uint8Array;
}

/** A projection that nowhere in a triangle shows more than this share of the blades is left out there. */
const leastShare = 1 / 256;
/** Where in a triangle it is asked: corners, middles of the sides and the middle. */
const samples = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0.5, 0.5, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
  [1 / 3, 1 / 3, 1 / 3],
] as const;

/** Copies of all triangles that have strands. tile: side, m. */
export function copyForProjections(
  shells: Pick<
    ShellsData,
    'vertexCount' | 'indices' | 'restPlaces' | 'restNormals' | 'lengths' | 'densities'
  >,
  tile: number,
): CoatCopies {
  const { vertexCount, indices, restPlaces, restNormals, lengths, densities } = shells;
  // One for each axis and side, made when first used.
  const copies = new Int32Array(6 * vertexCount).fill(-1);
  const vertexOf: number[] = [];
  const places: number[] = [];
  const facings: number[] = [];
  const axes: number[] = [];
  const triangles: number[] = [];
  const place = [0, 0];
  const copyOf = (vertex: number, side: number): number => {
    const slot = 6 * vertex + side;
    if (copies[slot] >= 0) return copies[slot];
    const axis = side >> 1;
    const sign = side & 1 ? -1 : 1;
    const at = 3 * vertex;
    projectCoat(place, axis, sign, restPlaces.subarray(at, at + 3), tile);
    const before = (axis + 2) % 3;
    const after = (axis + 1) % 3;
    places.push(place[0], place[1]);
    facings.push(sign * restNormals[at + axis], restNormals[at + before], restNormals[at + after]);
    axes.push(axis);
    copies[slot] = vertexOf.length;
    return vertexOf.push(vertex) - 1;
  };
  const hasStrand = (vertex: number) => lengths[vertex] > 0 && densities[vertex] > 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [indices[k], indices[k + 1], indices[k + 2]];
    if (!(hasStrand(a) || hasStrand(b) || hasStrand(c))) continue;
    const sides = findSides(restNormals, a, b, c);
    for (let side = 0; side < 6; side++) {
      if (sides & (1 << side)) triangles.push(copyOf(a, side), copyOf(b, side), copyOf(c, side));
    }
  }
  return {
    indices: Uint32Array.from(triangles),
    vertexOf: Uint32Array.from(vertexOf),
    places: Float32Array.from(places),
    facings: Float32Array.from(facings),
    axes: Uint8Array.from(axes),
  };
}

const weights = new Float64Array(3);
const normal = new Float64Array(3);

/** Projections with a weight in a triangle: bit 2 · axis, and the one above it for the negative side. */
function findSides(normals: Float32Array, a: number, b: number, c: number): number {
  let sides = 0;
  for (const [wa, wb, wc] of samples) {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = wa * normals[3 * a + axis] + wb * normals[3 * b + axis] + wc * normals[3 * c + axis];
      square += normal[axis] * normal[axis];
    }
    if (!(square > 1e-12)) continue;
    const length = Math.sqrt(square);
    weighProjections(weights, normal[0] / length, normal[1] / length, normal[2] / length);
    for (let axis = 0; axis < 3; axis++) {
      if (weights[axis] > leastShare) sides |= 1 << (2 * axis + (normal[axis] < 0 ? 1 : 0));
    }
  }
  return sides;
}
