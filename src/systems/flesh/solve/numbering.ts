import type { TetMesh } from '../../../motion/tet-mesh.ts';

/** The nodes that can move, in the order in which the matrices contain them. */
export interface FreeNodes {
  /** Row of each node; −1 if the node is held, or if no element uses it. [nodeCount] */
  readonly rowOf: Int32Array;
  /** Node of each row, [rowCount]. */
  readonly nodeOf: Uint32Array;
}

/**
 * Numbers the free nodes along a Morton curve through their positions. So neighbours in space are near each other in memory, and a matrix
 * product finds most of its operands in the first-level cache.
 */
export function numberFreeNodes(mesh: TetMesh, fixed: Uint32Array): FreeNodes {
  const nodeCount = mesh.positions.length / 3;
  const isFree = new Uint8Array(nodeCount);
  for (let k = 0; k < mesh.tets.length; k++) isFree[mesh.tets[k]] = 1;
  for (let k = 0; k < fixed.length; k++) isFree[fixed[k]] = 0;
  const keys = mortonKeys(mesh.positions);
  let rowCount = 0;
  const nodes = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) if (isFree[node]) nodes[rowCount++] = node;
  const nodeOf = nodes.slice(0, rowCount).sort((a, b) => keys[a] - keys[b] || a - b);
  const rowOf = new Int32Array(nodeCount).fill(-1);
  for (let row = 0; row < rowCount; row++) rowOf[nodeOf[row]] = row;
  return { rowOf, nodeOf };
}

/** Returns for each node ten bits of each coordinate, interleaved, [nodeCount]. */
function mortonKeys(positions: Float64Array): Uint32Array {
  const low = [Infinity, Infinity, Infinity];
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let high = -Infinity;
    for (let k = axis; k < positions.length; k += 3) {
      low[axis] = Math.min(low[axis], positions[k]);
      high = Math.max(high, positions[k]);
    }
    size = Math.max(size, high - low[axis]);
  }
  const scale = size > 0 ? 1023 / size : 0;
  const keys = new Uint32Array(positions.length / 3);
  for (let node = 0; node < keys.length; node++) {
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = Math.floor((positions[3 * node + axis] - low[axis]) * scale);
      keys[node] |= spreadBits(coordinate) << axis;
    }
  }
  return keys;
}

/** Inserts two zeros after each of ten bits. */
function spreadBits(value: number): number {
  let bits = value;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}
