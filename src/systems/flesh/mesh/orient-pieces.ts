import { sortPair } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';

/**
 * Orients triangles consistently: neighbours traverse their common edge in opposite directions. In each piece, the orientation of most
 * triangles is kept. Edges with more than two triangles are ignored. Overwrites `triangles` [3 · triangleCount].
 *
 * Returns the piece of each triangle (triangles joined by edges), the number of flipped triangles, and the number of edges whose triangles
 * still disagree because the surface is one-sided.
 */
export function orientPieces(triangles: Uint32Array): {
  pieceOf: Int32Array;
  pieceCount: number;
  flippedCount: number;
  conflictCount: number;
} {
  const triangleCount = triangles.length / 3;
  const edges = new TupleTable(2);
  const edgeOf = new Uint32Array(triangles.length);
  for (let k = 0; k < triangles.length; k++) {
    edgeOf[k] = edges.add(sortPair(triangles[k], triangles[nextCorner(k)]));
  }
  const users: number[][] = Array.from({ length: edges.count }, () => []);
  edgeOf.forEach((edge, k) => {
    users[edge].push(k);
  });

  const pieceOf = new Int32Array(triangleCount).fill(-1);
  const isFlipped = new Uint8Array(triangleCount);
  let pieceCount = 0;
  let conflictCount = 0;
  for (let seed = 0; seed < triangleCount; seed++) {
    if (pieceOf[seed] >= 0) continue;
    const members = [seed];
    pieceOf[seed] = pieceCount;
    for (let at = 0; at < members.length; at++) {
      const triangle = members[at];
      for (let k = 3 * triangle; k < 3 * triangle + 3; k++) {
        const sharing = users[edgeOf[k]];
        for (const other of sharing) {
          const neighbour = Math.floor(other / 3);
          if (neighbour === triangle) continue;
          // If both triangles traverse the edge in the same direction, one of them has the wrong orientation.
          const wanted = isFlipped[triangle] ^ (triangles[k] === triangles[other] ? 1 : 0);
          if (pieceOf[neighbour] < 0) {
            pieceOf[neighbour] = pieceCount;
            if (sharing.length === 2) isFlipped[neighbour] = wanted;
            members.push(neighbour);
          } else if (sharing.length === 2 && isFlipped[neighbour] !== wanted && triangle < neighbour) {
            conflictCount++;
          }
        }
      }
    }
    // The orientation of most triangles is kept.
    const flipped = members.reduce((count, triangle) => count + isFlipped[triangle], 0);
    if (2 * flipped > members.length) for (const triangle of members) isFlipped[triangle] ^= 1;
    pieceCount++;
  }
  let flippedCount = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (!isFlipped[triangle]) continue;
    flippedCount++;
    flipTriangle(triangles, triangle);
  }
  return { pieceOf, pieceCount, flippedCount, conflictCount };
}

/** Reverses the orientation of a triangle. */
export function flipTriangle(triangles: Uint32Array, triangle: number): void {
  const second = triangles[3 * triangle + 1];
  triangles[3 * triangle + 1] = triangles[3 * triangle + 2];
  triangles[3 * triangle + 2] = second;
}

/** Returns the index of the corner after corner k of the same triangle. */
export function nextCorner(k: number): number {
  return k % 3 === 2 ? k - 2 : k + 1;
}
