import { composeMatrix, createMatrix, type Matrix, multiplyMatrices } from '../math/matrix.ts';
import type { Rig } from './rig.ts';

/** Creates the rest pose of a rig's file at an actor's scale (metres per rig unit), without translation and rotation. `world` is valid. */
export function createRestPose(rig: Rig, scale: number): Pose {
  const pose = new Pose(rig);
  for (const k of [0, 5, 10]) pose.root[k] = scale;
  pose.updateWorld();
  return pose;
}

/** One pose of a rig: what clips and travel write, and the world matrices that follow from it. The object is reused in every step. */
export class Pose {
  /** Local transforms in rig units: translations [3 · nodeCount], rotations [4 · nodeCount], scales [3 · nodeCount]. */
  readonly translation: Float64Array;
  readonly rotation: Float64Array;
  readonly scale: Float64Array;
  /** Morph weights of each node; empty if its mesh has no targets. */
  readonly weights: readonly Float64Array[];
  /** Displacement of the whole character by travel, in rig units, applied outside every root node. */
  readonly carry = new Float64Array(3);
  /** Transform from rig units to world metres: the actor's position, heading and scale. */
  readonly root: Matrix = createMatrix();
  /** Node to world, metres, [16 · nodeCount]. Valid after `updateWorld`. */
  readonly world: Float64Array;

  private readonly restTranslation: Float64Array;
  private readonly restRotation: Float64Array;
  private readonly restScale: Float64Array;
  private readonly parents: Int32Array;
  /** For each skin, computed from `world` on first use after each update, [16 · jointCount]. */
  private readonly skinMatrices: readonly Float64Array[];
  private readonly isSkinCurrent: Uint8Array;

  constructor(readonly rig: Rig) {
    this.restTranslation = Float64Array.from(rig.nodes.flatMap((node) => node.translation));
    this.restRotation = Float64Array.from(rig.nodes.flatMap((node) => node.rotation));
    this.restScale = Float64Array.from(rig.nodes.flatMap((node) => node.scale));
    this.parents = Int32Array.from(rig.nodes, (node) => node.parent);
    this.translation = new Float64Array(this.restTranslation.length);
    this.rotation = new Float64Array(this.restRotation.length);
    this.scale = new Float64Array(this.restScale.length);
    this.weights = rig.nodes.map((node) => new Float64Array(node.weights.length));
    this.world = new Float64Array(16 * rig.nodes.length);
    this.skinMatrices = rig.skins.map((skin) => new Float64Array(16 * skin.joints.length));
    this.isSkinCurrent = new Uint8Array(rig.skins.length);
    this.reset();
  }

  /** Resets every node to the file's own transform, and `carry` to 0. Does not change `root`. */
  reset(): void {
    this.translation.set(this.restTranslation);
    this.rotation.set(this.restRotation);
    this.scale.set(this.restScale);
    for (let node = 0; node < this.weights.length; node++) {
      if (this.weights[node].length > 0) this.weights[node].set(this.rig.nodes[node].weights);
    }
    this.carry.fill(0);
  }

  /** Computes `world` from the local transforms, `carry` and `root`. */
  updateWorld(): void {
    const { world, translation, rotation, scale, parents } = this;
    const { order } = this.rig;
    rootMatrix.set(this.root);
    for (let row = 0; row < 3; row++) {
      rootMatrix[12 + row] +=
        this.root[row] * this.carry[0] +
        this.root[4 + row] * this.carry[1] +
        this.root[8 + row] * this.carry[2];
    }
    for (let k = 0; k < order.length; k++) {
      const node = order[k];
      composeMatrix(localMatrix, 0, translation, 3 * node, rotation, 4 * node, scale, 3 * node);
      const parent = parents[node];
      if (parent < 0) multiplyMatrices(world, 16 * node, rootMatrix, 0, localMatrix, 0);
      else multiplyMatrices(world, 16 * node, world, 16 * parent, localMatrix, 0);
    }
    this.isSkinCurrent.fill(0);
  }

  /**
   * Returns for each joint of a skin the matrix world · inverseBind: mesh space to world metres. [16 · jointCount] Valid until the next
   * update.
   */
  jointMatrices(skin: number): Float64Array {
    const matrices = this.skinMatrices[skin];
    if (this.isSkinCurrent[skin]) return matrices;
    const { joints, inverseBind } = this.rig.skins[skin];
    for (let joint = 0; joint < joints.length; joint++) {
      multiplyMatrices(matrices, 16 * joint, this.world, 16 * joints[joint], inverseBind, 16 * joint);
    }
    this.isSkinCurrent[skin] = 1;
    return matrices;
  }
}

const localMatrix = createMatrix();
const rootMatrix = createMatrix();
