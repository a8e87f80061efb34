import { cross, dot, normalize, type Vector } from '../../geometry/vector.ts';
import { createMatrix, invertMatrix, type Matrix, transformPoint } from '../../math/matrix.ts';
import { multiplyQuaternions, normalizeQuaternion, type Quaternion } from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { RigSpace } from './rig-space.ts';

/**
 * Rotates and positions single nodes of a pose in rig space, and keeps their matrices in `space` current. The parent's matrix
 * must be current. Works with any scales above the node, including mirrored ones.
 */
export class NodeMover {
  constructor(
    private readonly rig: Rig,
    private readonly space: RigSpace,
  ) {}

  /** Rotates a node about its own origin by a rotation in rig axes. */
  turn(pose: Pose, node: number, turn: Quaternion): void {
    const q = pose.rotation.subarray(4 * node, 4 * node + 4);
    multiplyQuaternions(q, this.seenFromParent(turn, this.rig.nodes[node].parent), q);
    normalizeQuaternion(q, q);
    this.space.updateNode(pose, node);
  }

  /** Moves the origin of a node to a position in rig space. */
  position(pose: Pose, node: number, position: Vector): void {
    const parent = this.rig.nodes[node].parent;
    const local: Vector = [position[0], position[1], position[2]];
    if (parent >= 0) {
      const o = 16 * parent;
      if (!invertMatrix(inverse, this.space.matrices.subarray(o, o + 16))) return;
      transformPoint(local, inverse, position);
    }
    pose.translation.set(local, 3 * node);
    this.space.updateNode(pose, node);
  }

  /**
   * Converts a rotation in rig axes to the axes of the node's parent. If these axes are mirrored, the direction of the rotation is
   * reversed.
   */
  private seenFromParent(turn: Quaternion, parent: number): Quaternion {
    if (parent < 0) return turn;
    const m = this.space.matrices.subarray(16 * parent, 16 * parent + 12);
    const x = normalize([m[0], m[1], m[2]]);
    const third = normalize(cross(x, [m[4], m[5], m[6]]));
    const y = cross(third, x);
    const sign = dot(third, [m[8], m[9], m[10]]) < 0 ? -1 : 1;
    const axis: Vector = [turn[0], turn[1], turn[2]];
    // The axes of the mirrored frame are (x, y, −third), so the direction of the rotation is reversed.
    return [sign * dot(x, axis), sign * dot(y, axis), dot(third, axis), turn[3]];
  }
}

const inverse: Matrix = createMatrix();
