import { sortPair } from '../../../motion/tet-topology.ts';
import { TupleTable } from '../../../motion/tuple-table.ts';

/**
 * Turns triangles so that neighbours run along their common edge in opposite directions, starting in each piece from the
 * way most of it faces. Where more than two triangles meet nothing is passed on. Overwrites `triangles` [3 · triangleCount].
 *
 * Returns for each triangle its piece (joined by edges), and how many triangles were turned and how many edges still
 * disagree (a one-sided surface).
 */
export function orientPieces(triangles: Uint32Array): {
  pieceOf: Int32Array;
  pieceCount: number;
  turnedCount: number;
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
  const isTurned = new Uint8Array(triangleCount);
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
          // Both along the edge in the same direction: one of them is wound the wrong way.
          const wanted = isTurned[triangle] ^ (triangles[k] === triangles[other] ? 1 : 0);
          if (pieceOf[neighbour] < 0) {
            pieceOf[neighbour] = pieceCount;
            if (sharing.length === 2) isTurned[neighbour] = wanted;
            members.push(neighbour);
          } else if (sharing.length === 2 && isTurned[neighbour] !== wanted && triangle < neighbour) {
            conflictCount++;
          }
        }
      }
    }
    // The way that most face stays.
    const turned = members.reduce((count, triangle) => count + isTurned[triangle], 0);
    if (2 * turned > members.length) for (const triangle of members) isTurned[triangle] ^= 1;
    pieceCount++;
  }
  let turnedCount = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (!isTurned[triangle]) continue;
    turnedCount++;
    turnTriangle(triangles, triangle);
  }
  return { pieceOf, pieceCount, turnedCount, conflictCount };
}

/** Winds a triangle the other way. */
export function turnTriangle(triangles: Uint32Array, triangle: number): void {
  const second = triangles[3 * triangle + 1];
  triangles[3 * triangle + 1] = triangles[3 * triangle + 2];
  triangles[3 * triangle + 2] = second;
}

/** Place of the corner after corner k of the same triangle. */
export function nextCorner(k: number): number {
  return k % 3 === 2 ? k - 2 : k + 1;
}
