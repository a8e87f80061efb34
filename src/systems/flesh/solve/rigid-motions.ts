import { symmetricEigen } from '../../../math/symmetric-eigen.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import type { FreeNodes } from './numbering.ts';

/**
 * Writes the six rigid motions at a position to out [3 · 6] (row: axis): first the unit translations, then the rotations e × r / size about
 * `center`. Because of the factor 1 / size, all have similar magnitudes.
 */
export function rigidFields(
  out: Float64Array,
  x: number,
  y: number,
  z: number,
  center: ArrayLike<number>,
  size: number,
): void {
  out.fill(0);
  const rx = (x - center[0]) / size;
  const ry = (y - center[1]) / size;
  const rz = (z - center[2]) / size;
  out[0] = 1;
  out[7] = 1;
  out[14] = 1;
  out[3 + 6] = -rz;
  out[3 + 12] = ry;
  out[4] = rz;
  out[4 + 12] = -rx;
  out[5] = -ry;
  out[5 + 6] = rx;
}

/**
 * Returns the rigid motions of connected pieces that the held nodes do not prevent, as fields over the rows of the free nodes: six for a
 * piece without held nodes, one for a piece that is held along a line, none for other pieces. [3 · rowCount]
 */
export function findFreeMotions(mesh: TetMesh, fixed: Uint32Array, free: FreeNodes): Float64Array[] {
  const { positions } = mesh;
  const pieceOf = findPieces(mesh);
  const isFixed = new Uint8Array(pieceOf.length);
  for (let k = 0; k < fixed.length; k++) isFixed[fixed[k]] = 1;
  const out: Float64Array[] = [];
  const field = new Float64Array(18);
  for (const nodes of groupNodes(pieceOf)) {
    const { center, size } = measure(positions, nodes);
    const gram = new Float64Array(36);
    const fill = (node: number) =>
      rigidFields(field, positions[3 * node], positions[3 * node + 1], positions[3 * node + 2], center, size);
    for (const node of nodes) {
      if (!isFixed[node]) continue;
      fill(node);
      for (let a = 0; a < 6; a++)
        for (let b = 0; b < 6; b++)
          for (let axis = 0; axis < 3; axis++) gram[6 * a + b] += field[6 * axis + a] * field[6 * axis + b];
    }
    const { values, vectors } = symmetricEigen(gram, 6);
    for (let k = 0; k < 6; k++) {
      if (values[k] > 1e-12 * values[5]) continue;
      const motion = new Float64Array(3 * free.nodeOf.length);
      for (const node of nodes) {
        const row = free.rowOf[node];
        if (row < 0) continue;
        fill(node);
        for (let axis = 0; axis < 3; axis++)
          for (let a = 0; a < 6; a++) motion[3 * row + axis] += field[6 * axis + a] * vectors[6 * a + k];
      }
      out.push(motion);
    }
  }
  return out;
}

/** Returns the nodes of every piece, ascending. */
function groupNodes(pieceOf: Int32Array): number[][] {
  const pieces: number[][] = [];
  const indexOf = new Int32Array(pieceOf.length).fill(-1);
  for (let node = 0; node < pieceOf.length; node++) {
    const root = pieceOf[node];
    if (root < 0) continue;
    if (indexOf[root] < 0) {
      indexOf[root] = pieces.length;
      pieces.push([]);
    }
    pieces[indexOf[root]].push(node);
  }
  return pieces;
}

/** Returns the mean position of the nodes, and the maximum distance along an axis of a node from this position. */
export function measure(
  positions: Float64Array,
  nodes: ArrayLike<number>,
): { center: number[]; size: number } {
  const center = [0, 0, 0];
  for (let k = 0; k < nodes.length; k++)
    for (let axis = 0; axis < 3; axis++) center[axis] += positions[3 * nodes[k] + axis] / nodes.length;
  let size = 0;
  for (let k = 0; k < nodes.length; k++)
    for (let axis = 0; axis < 3; axis++)
      size = Math.max(size, Math.abs(positions[3 * nodes[k] + axis] - center[axis]));
  return { center, size: size > 0 ? size : 1 };
}

/** Returns the first node of the connected piece of each node, [nodeCount]; −1 if no element uses the node. */
function findPieces(mesh: TetMesh): Int32Array {
  const { nodesPerTet, tets } = mesh;
  const parent = new Int32Array(mesh.positions.length / 3).fill(-1);
  const find = (node: number) => {
    let root = node;
    while (parent[root] !== root) root = parent[root];
    let at = node;
    while (parent[at] !== root) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  };
  for (let k = 0; k < tets.length; k++) if (parent[tets[k]] < 0) parent[tets[k]] = tets[k];
  for (let start = 0; start < tets.length; start += nodesPerTet) {
    let root = find(tets[start]);
    for (let k = 1; k < nodesPerTet; k++) {
      const other = find(tets[start + k]);
      const low = Math.min(root, other);
      parent[root] = low;
      parent[other] = low;
      root = low;
    }
  }
  return parent.map((_, node) => (parent[node] < 0 ? -1 : find(node)));
}
