import { tetFaces } from '../../../motion/tet-topology.ts';

/**
 * Returns for each face of each tetrahedron, in the order of `tetFaces`, the neighbouring tetrahedron; −1 on the boundary. [4 · tetCount]
 *
 * tets: [nodesPerTet · tetCount], corners first. If more than two tetrahedra have a face in common, the first two are neighbours.
 */
export function findNeighbours(tets: Uint32Array, nodesPerTet: number, nodeCount: number): Int32Array {
  const faceCount = (4 * tets.length) / nodesPerTet;
  const neighbours = new Int32Array(faceCount).fill(-1);
  // Faces for which no neighbour has been found, in linked lists. Each list contains the faces with the same lowest node.
  const heads = new Int32Array(nodeCount).fill(-1);
  const next = new Int32Array(faceCount);
  const middles = new Uint32Array(faceCount);
  const highs = new Uint32Array(faceCount);
  for (let face = 0; face < faceCount; face++) {
    const first = (face >> 2) * nodesPerTet;
    const [p, q, r] = tetFaces[face & 3];
    const a = tets[first + p];
    const b = tets[first + q];
    const c = tets[first + r];
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a + b + c - low - high;
    let before = -1;
    let other = heads[low];
    while (other >= 0 && (middles[other] !== middle || highs[other] !== high)) {
      before = other;
      other = next[other];
    }
    if (other < 0) {
      middles[face] = middle;
      highs[face] = high;
      next[face] = heads[low];
      heads[low] = face;
      continue;
    }
    neighbours[face] = other >> 2;
    neighbours[other] = face >> 2;
    if (before < 0) heads[low] = next[other];
    else next[before] = next[other];
  }
  return neighbours;
}

/**
 * Returns the boundary: the corners of its faces [3 · faceCount], counter-clockwise seen from outside, and the tetrahedra to which they
 * belong.
 */
export function findBoundary(
  tets: Uint32Array,
  nodesPerTet: number,
  neighbours: Int32Array,
): { facets: Uint32Array; owners: Uint32Array } {
  const facets: number[] = [];
  const owners: number[] = [];
  neighbours.forEach((neighbour, face) => {
    if (neighbour >= 0) return;
    const first = (face >> 2) * nodesPerTet;
    for (const corner of tetFaces[face & 3]) facets.push(tets[first + corner]);
    owners.push(face >> 2);
  });
  return { facets: Uint32Array.from(facets), owners: Uint32Array.from(owners) };
}
