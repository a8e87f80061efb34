import { cross, distance, norm, normalize, subtract, type Vector } from '../../geometry/vector.ts';
import { acos, cos } from '../../math/portable.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  type Quaternion,
  quaternionBetween,
  rotateVector,
} from '../../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { Foot } from './find-feet.ts';
import { NodeMover } from './node-mover.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';

/**
 * Maximum change of the bend angle of the knee, as a fraction of the angle. maxStraightened: when the foot must reach farther. maxBent:
 * when the foot must come nearer.
 */
const maxStraightened = 0.6;
const maxBent = 1;

/**
 * Moves one foot of a pose by a small offset in rig space, keeping its direction, and lets the leg follow.
 *
 * A leg of two bones bends at the knee, in the knee's own plane. A nearly straight knee would have to bend abruptly for a small offset, so
 * the change of its bend is limited to a fraction of the current bend, and the rest of the offset stretches the leg a little. Any other leg
 * is sheared: its joints are moved by fractions of the offset that grow from 0 at the hip to 1 at the foot, and keep their directions. The
 * foot's node and its descendants move by exactly the offset, so soles keep their shape. Works with any scales above the leg, including
 * mirrored ones.
 */
export class FootMover {
  private readonly space: RigSpace;
  private readonly mover: NodeMover;
  /** Fraction of the offset by which each joint of the leg moves if the leg is sheared. */
  private readonly fractions: number[];

  constructor(
    rig: Rig,
    private readonly foot: Foot,
    /** Node matrices of the rest pose. */
    rest: Float64Array,
  ) {
    this.space = new RigSpace(rig, [foot.node, ...foot.leg]);
    this.mover = new NodeMover(rig, this.space);
    const chain = [...foot.leg, foot.node];
    const lengths = chain.map((node, k) =>
      k === 0 ? 0 : distance(originOf(rest, chain[k - 1]), originOf(rest, node)),
    );
    const total = lengths.reduce((a, b) => a + b, 0);
    let sum = 0;
    this.fractions = lengths.map((length) => {
      sum += length;
      return total > 0 ? sum / total : 1;
    });
  }

  /** Moves the foot of `pose` by (x, y, z), rig units, and rotates it about the vertical axis through its node, radians. */
  move(pose: Pose, x: number, y: number, z: number, turn = 0): void {
    if (x === 0 && y === 0 && z === 0 && turn === 0) return;
    this.space.update(pose);
    const { leg, node, attached } = this.foot;
    const { matrices } = this.space;
    const position = originOf(matrices, node);
    const target: Vector = [position[0] + x, position[1] + y, position[2] + z];
    if (leg.length === 2) {
      const [qx, qy, qz, qw] = this.bend(pose, position, target);
      if (attached) this.mover.turn(pose, node, [-qx, -qy, -qz, qw]);
    } else this.shear(pose, [x, y, z]);
    // The foot is set last, so that it is exactly at its position, whatever the leg does.
    this.mover.position(pose, node, target);
    if (turn !== 0) this.mover.turn(pose, node, quaternionFromAxisAngle([0, 1, 0], turn));
  }

  private shear(pose: Pose, offset: Vector): void {
    const { leg } = this.foot;
    for (let k = 1; k < leg.length; k++) {
      const position = originOf(this.space.matrices, leg[k]);
      const fraction = this.fractions[k];
      // The joint above has been moved already, and its matrix has been updated.
      this.mover.position(pose, leg[k], [
        position[0] + fraction * offset[0],
        position[1] + fraction * offset[1],
        position[2] + fraction * offset[2],
      ]);
    }
  }

  /** Bends a leg of two bones so that its end is at `target`, or as near as possible. Returns the lower bone's rotation. */
  private bend(pose: Pose, ankle: Vector, target: Vector): Quaternion {
    const { matrices } = this.space;
    const [upper, lower] = this.foot.leg;
    const hip = originOf(matrices, upper);
    const knee = originOf(matrices, lower);
    const thigh = subtract(knee, hip);
    const shin = subtract(ankle, knee);
    const a = norm(thigh);
    const b = norm(shin);
    const c = distance(hip, ankle);
    if (!(a > 0 && b > 0 && c > 0)) {
      this.shear(pose, subtract(target, ankle));
      return [0, 0, 0, 1];
    }
    const wanted = distance(hip, target);
    const bend = bendOf(a, b, c);
    const change = saturate(bendOf(a, b, wanted) - bend, bend);
    const reach = Math.sqrt(a * a + b * b + 2 * a * b * cos(bend + change));
    const bending = quaternionFromAxisAngle(normalize(cross(thigh, shin)), change);

    const bentShin: Vector = [0, 0, 0];
    rotateVector(bentShin, bending, shin);
    const reached = normalize([thigh[0] + bentShin[0], thigh[1] + bentShin[1], thigh[2] + bentShin[2]]);
    const direction = normalize(subtract(target, hip));
    const swing = quaternionBetween(reached, direction);
    this.mover.turn(pose, upper, swing);
    // The lower bone has been rotated together with the upper one. The remaining rotation is the bend.
    const turn: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(turn, swing, bending);
    const bendAfterSwing: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(bendAfterSwing, turn, conjugateQuaternion(swing));
    this.space.updateNode(pose, lower);
    this.mover.turn(pose, lower, bendAfterSwing);

    // The part of the offset that the knee cannot provide stretches both bones equally. The caller positions the foot itself.
    const bent = originOf(matrices, lower);
    const fraction = ((wanted - reach) * a) / (a + b);
    this.mover.position(pose, lower, [
      bent[0] + fraction * direction[0],
      bent[1] + fraction * direction[1],
      bent[2] + fraction * direction[2],
    ]);
    if (this.foot.attached) this.space.updateNode(pose, this.foot.node);
    return turn;
  }
}

/**
 * Returns the bend of a knee between bones a and b whose ends have the distance c: 0 if straight, π if folded. A distance that the bones
 * cannot reach also gives 0 or π.
 */
function bendOf(a: number, b: number, c: number): number {
  return acos((c * c - a * a - b * b) / (2 * a * b));
}

/** Limits a wanted change of a knee's bend smoothly. */
function saturate(change: number, bend: number): number {
  const max = (change < 0 ? maxStraightened : maxBent) * bend;
  if (!(max > 0)) return 0;
  const s = change / max;
  return change / Math.sqrt(1 + s * s);
}
