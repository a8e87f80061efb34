import type { TetMesh } from './tet-mesh.ts';
import { TupleTable } from './tuple-table.ts';

/** Corner pairs of the mid-edge nodes 4 … 9 of a ten-node tetrahedron, in the order of `TetMesh.tets`. */
export const tetEdges = [
  [0, 1],
  [1, 2],
  [0, 2],
  [0, 3],
  [1, 3],
  [2, 3],
] as const;

/** Corners of each face, counter-clockwise seen from outside. */
export const tetFaces = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
] as const;

/** Returns the pair with the smaller node first. The result identifies an edge. */
export function sortPair(a: number, b: number): readonly [number, number] {
  return a < b ? [a, b] : [b, a];
}

/** Returns the triple with the smallest node first and the largest last. The result identifies a face. */
export function sortTriple(a: number, b: number, c: number): readonly [number, number, number] {
  if (a > b) [a, b] = [b, a];
  if (b > c) [b, c] = [c, b];
  return a < b ? [a, b, c] : [b, a, c];
}

/** Returns the corner nodes of every element, [4 · tetCount]. */
export function tetCorners(mesh: TetMesh): Uint32Array {
  const { nodesPerTet, tets } = mesh;
  if (nodesPerTet === 4) return tets;
  const corners = new Uint32Array((tets.length / nodesPerTet) * 4);
  for (let k = 0; k < corners.length; k++) corners[k] = tets[(k >> 2) * nodesPerTet + (k & 3)];
  return corners;
}

/** Returns the corner nodes of the faces that belong to only one element, counter-clockwise seen from outside. [3 · triangleCount] */
export function findTetOutside(mesh: TetMesh): Uint32Array {
  const corners = tetCorners(mesh);
  const faces = new TupleTable(3);
  // For each face: the number of elements that have it, and the last of them with its corner order.
  const uses: number[] = [];
  const positions: number[] = [];
  for (let start = 0; start < corners.length; start += 4) {
    tetFaces.forEach(([a, b, c], side) => {
      const face = faces.add(sortTriple(corners[start + a], corners[start + b], corners[start + c]));
      uses[face] = (uses[face] ?? 0) + 1;
      positions[face] = start + side;
    });
  }
  const triangles: number[] = [];
  for (let face = 0; face < faces.count; face++) {
    if (uses[face] !== 1) continue;
    const side = positions[face] & 3;
    for (const corner of tetFaces[side]) triangles.push(corners[positions[face] - side + corner]);
  }
  return Uint32Array.from(triangles);
}
