import { cross, distance, norm, normalize, subtract, type Vector } from '../../geometry/vector.ts';
import { acos, cos } from '../../math/portable.ts';
import {
  multiplyQuaternions,
  type Quaternion,
  quaternionBetween,
  quaternionFromAxisAngle,
  rotateVector,
} from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import type { Foot } from './find-feet.ts';
import { NodeMover } from './node-mover.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';

/** The knee gives up at most this share of its bend to reach farther, and adds at most that share to reach less far. */
const mostStraightened = 0.6;
const mostBent = 1;

/**
 * Moves one foot of a pose by a small offset in rig space, keeping its direction, and lets the leg follow.
 *
 * A leg of two bones bends as two bones do, the knee in its own plane. A nearly straight knee would have to snap for a
 * small offset, so its change is bounded by its bend and the rest stretches the leg a little. Any other leg is sheared:
 * its joints are moved by shares of the offset that grow from 0 at the hip to 1 at the foot, their directions kept.
 * The foot's node and all below it move by exactly the offset, so soles keep their shape.
 * Works with any scales above the leg, mirrored ones included.
 */
export class FootMover {
  private readonly space: RigSpace;
  private readonly mover: NodeMover;
  /** Share of the offset that each joint of the leg takes when sheared. */
  private readonly shares: number[];

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
    this.shares = lengths.map((length) => {
      sum += length;
      return total > 0 ? sum / total : 1;
    });
  }

  /** Moves the foot of `pose` by (x, y, z), rig units. */
  move(pose: Pose, x: number, y: number, z: number): void {
    if (x === 0 && y === 0 && z === 0) return;
    this.space.update(pose);
    const { leg, node, attached } = this.foot;
    const { matrices } = this.space;
    const place = originOf(matrices, node);
    const target: Vector = [place[0] + x, place[1] + y, place[2] + z];
    if (leg.length === 2) {
      const turn = this.bend(pose, place, target);
      if (attached) this.mover.turn(pose, node, [-turn[0], -turn[1], -turn[2], turn[3]]);
    } else this.shear(pose, [x, y, z]);
    // Set last, so that the foot stands exactly where it should whatever the leg did.
    this.mover.place(pose, node, target);
  }

  private shear(pose: Pose, offset: Vector): void {
    const { leg } = this.foot;
    for (let k = 1; k < leg.length; k++) {
      const place = originOf(this.space.matrices, leg[k]);
      const share = this.shares[k];
      // The joint above has been moved already, and its matrix with it.
      this.mover.place(pose, leg[k], [
        place[0] + share * offset[0],
        place[1] + share * offset[1],
        place[2] + share * offset[2],
      ]);
    }
  }

  /** Bends a leg of two bones so that its end comes to `target`, or as near as it can. Returns the lower bone's turn. */
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
    // The lower bone has turned with the upper one: what is left is the bend, seen after the swing.
    const turn: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(turn, swing, bending);
    const bendAfterSwing: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(bendAfterSwing, turn, [-swing[0], -swing[1], -swing[2], swing[3]]);
    this.space.updateNode(pose, lower);
    this.mover.turn(pose, lower, bendAfterSwing);

    // What the knee does not give stretches both bones alike; the foot itself is placed by the caller.
    const bent = originOf(matrices, lower);
    const share = ((wanted - reach) * a) / (a + b);
    this.mover.place(pose, lower, [
      bent[0] + share * direction[0],
      bent[1] + share * direction[1],
      bent[2] + share * direction[2],
    ]);
    if (this.foot.attached) this.space.updateNode(pose, this.foot.node);
    return turn;
  }
}

/** Bend of a knee between bones a and b that span c: 0 when straight, π when folded. Out of reach counts as either. */
function bendOf(a: number, b: number, c: number): number {
  return acos((c * c - a * a - b * b) / (2 * a * b));
}

/** A wanted change of a knee's bend, smoothly bounded. */
function saturate(change: number, bend: number): number {
  const most = (change < 0 ? mostStraightened : mostBent) * bend;
  if (!(most > 0)) return 0;
  const s = change / most;
  return change / Math.sqrt(1 + s * s);
}
