import { composeMatrix, createMatrix, multiplyMatrices } from '../../math/matrix.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';

/** Matrices from nodes to rig space, for some nodes and all their ancestors: the pose without carry and without the actor's root. */
export class RigSpace {
  /** World matrices of the nodes, column-major, [16 · nodeCount]. Only those of the chosen nodes and their ancestors are ever written. */
  readonly matrices: Float64Array;
  private readonly order: Int32Array;

  constructor(
    private readonly rig: Rig,
    nodes: Iterable<number>,
  ) {
    this.matrices = new Float64Array(16 * rig.nodes.length);
    const wanted = new Set<number>();
    for (const start of nodes) {
      for (let node = start; node >= 0 && !wanted.has(node); node = rig.nodes[node].parent) wanted.add(node);
    }
    this.order = rig.order.filter((node) => wanted.has(node));
  }

  /** Reads the local transforms of `pose` and updates the matrices. */
  update(pose: Pose): void {
    const { order } = this;
    for (let k = 0; k < order.length; k++) this.updateNode(pose, order[k]);
  }

  /** Updates one node, whose parent's matrix must be current. */
  updateNode(pose: Pose, node: number): void {
    const { matrices } = this;
    const parent = this.rig.nodes[node].parent;
    const { translation, rotation, scale } = pose;
    if (parent < 0) {
      composeMatrix(matrices, 16 * node, translation, 3 * node, rotation, 4 * node, scale, 3 * node);
      return;
    }
    composeMatrix(local, 0, translation, 3 * node, rotation, 4 * node, scale, 3 * node);
    multiplyMatrices(matrices, 16 * node, matrices, 16 * parent, local, 0);
  }
}

const local = createMatrix();
