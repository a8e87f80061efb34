import { composeMatrix, createMatrix, type Matrix, multiplyMatrices } from '../math/matrix.ts';
import type { Rig } from './rig.ts';

/** One pose of a rig: what clips and travel write, and the world matrices that follow from it. Scratch, reused every step. */
export class Pose {
  /** Local transforms: [3 · nodeCount], [4 · nodeCount], [3 · nodeCount], in rig units. */
  readonly translation: Float64Array;
  readonly rotation: Float64Array;
  readonly scale: Float64Array;
  /** Morph weights of each node; empty where its mesh has no targets. */
  readonly weights: readonly Float64Array[];
  /** Where travel has carried the whole figure, in rig units, applied outside every root node. */
  readonly carry = new Float64Array(3);
  /** Rig units to world metres: the actor's placement, heading and scale. */
  readonly root: Matrix = createMatrix();
  /** [16 · nodeCount] node to world, metres. Valid after `updateWorld`. */
  readonly world: Float64Array;

  constructor(readonly rig: Rig) {
    const count = rig.nodes.length;
    this.translation = new Float64Array(3 * count);
    this.rotation = new Float64Array(4 * count);
    this.scale = new Float64Array(3 * count);
    this.weights = rig.nodes.map((node) => new Float64Array(node.weights.length));
    this.world = new Float64Array(16 * count);
    this.reset();
  }

  /** Every node back to the file's own transform, no carry. Leaves `root` as it is. */
  reset(): void {
    this.rig.nodes.forEach((node, index) => {
      this.translation.set(node.translation, 3 * index);
      this.rotation.set(node.rotation, 4 * index);
      this.scale.set(node.scale, 3 * index);
      this.weights[index].set(node.weights);
    });
    this.carry.fill(0);
  }

  /** Composes `world` from the local transforms, the carry and the root. */
  updateWorld(): void {
    const { rig, world, translation, rotation, scale } = this;
    rootMatrix.set(this.root);
    for (let row = 0; row < 3; row++) {
      rootMatrix[12 + row] +=
        this.root[row] * this.carry[0] +
        this.root[4 + row] * this.carry[1] +
        this.root[8 + row] * this.carry[2];
    }
    for (let k = 0; k < rig.order.length; k++) {
      const node = rig.order[k];
      composeMatrix(localMatrix, 0, translation, 3 * node, rotation, 4 * node, scale, 3 * node);
      const parent = rig.nodes[node].parent;
      if (parent < 0) multiplyMatrices(world, 16 * node, rootMatrix, 0, localMatrix, 0);
      else multiplyMatrices(world, 16 * node, world, 16 * parent, localMatrix, 0);
    }
  }
}

const localMatrix = createMatrix();
const rootMatrix = createMatrix();
