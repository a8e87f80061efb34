import { cross, dot, normalize, type Vector } from '../../geometry/vector.ts';
import { createMatrix, invertMatrix, type Matrix, transformPoint } from '../../math/matrix.ts';
import { multiplyQuaternions, normalizeQuaternion, type Quaternion } from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { RigSpace } from './rig-space.ts';

/**
 * Turns and places single nodes of a pose by what is wanted in rig space, and keeps their matrices in `space` current.
 * The parent's matrix must be current. Works with any scales above the node, mirrored ones included.
 */
export class NodeMover {
  constructor(
    private readonly rig: Rig,
    private readonly space: RigSpace,
  ) {}

  /** Turns a node about its own origin by a rotation given in rig axes. */
  turn(pose: Pose, node: number, turn: Quaternion): void {
    const q = pose.rotation.subarray(4 * node, 4 * node + 4);
    multiplyQuaternions(q, this.seenFromParent(turn, this.rig.nodes[node].parent), q);
    normalizeQuaternion(q, q);
    this.space.updateNode(pose, node);
  }

  /** Brings a node's origin to a place in rig space. */
  place(pose: Pose, node: number, place: Vector): void {
    const parent = this.rig.nodes[node].parent;
    const local: Vector = [place[0], place[1], place[2]];
    if (parent >= 0) {
      const o = 16 * parent;
      if (!invertMatrix(inverse, this.space.matrices.subarray(o, o + 16))) return;
      transformPoint(local, inverse, place);
    }
    pose.translation.set(local, 3 * node);
    this.space.updateNode(pose, node);
  }

  /** A turn in rig axes as the same turn in a node's own axes; a mirroring node reverses its sense. */
  private seenFromParent(turn: Quaternion, parent: number): Quaternion {
    if (parent < 0) return turn;
    const m = this.space.matrices.subarray(16 * parent, 16 * parent + 12);
    const x = normalize([m[0], m[1], m[2]]);
    const third = normalize(cross(x, [m[4], m[5], m[6]]));
    const y = cross(third, x);
    const sign = dot(third, [m[8], m[9], m[10]]) < 0 ? -1 : 1;
    const axis: Vector = [turn[0], turn[1], turn[2]];
    // The mirrored frame is (x, y, −third): its axes see the turn with the sense reversed.
    return [sign * dot(x, axis), sign * dot(y, axis), dot(third, axis), turn[3]];
  }
}

const inverse: Matrix = createMatrix();
