import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { tetEdges } from '../../../motion/tet-topology.ts';

/**
 * Returns the held nodes of a ten-node mesh, ascending. These are the marked corners, and those mid-edge nodes between two marked corners
 * that are near a held wall. If an edge leads from one wall to another, its mid-edge node may be free, because the edge passes through
 * flesh.
 *
 * isHeld [nodeCount]: marks of the corner nodes. isNear: whether a node is near a held wall.
 */
export function findHeldNodes(
  { tets }: TetMesh,
  isHeld: Uint8Array,
  isNear: (node: number) => boolean,
): Uint32Array {
  const marks = isHeld.slice();
  const isAsked = new Uint8Array(isHeld.length);
  for (let k = 0; k < tets.length; k += 10) {
    for (let edge = 0; edge < 6; edge++) {
      const [a, b] = tetEdges[edge];
      const middle = tets[k + 4 + edge];
      if (!isHeld[tets[k + a]] || !isHeld[tets[k + b]] || isAsked[middle]) continue;
      isAsked[middle] = 1;
      if (isNear(middle)) marks[middle] = 1;
    }
  }
  const out: number[] = [];
  marks.forEach((mark, node) => {
    if (mark) out.push(node);
  });
  return Uint32Array.from(out);
}
