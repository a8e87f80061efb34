import { conjugateQuaternion, multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { slerp } from '../math/slerp.ts';
import type { RigidPose } from './collider.ts';
import { createRigidPose, type RigidMotion } from './rigid-motion.ts';

/**
 * A body that carries others, such as a ship, a train or a lift. The bodies that it carries feel only a part of its motion.
 */
export interface MotionReference {
  readonly motion: RigidMotion;
  /**
   * Fraction of the reference's motion that is felt, 0..1. At 0, only motion relative to the reference is felt. At 1, the reference has no
   * effect.
   */
  readonly factor: number;
}

/**
 * Computes the transform that moves points x together with the reference, while the reference moves from `from` towards `to`: x ← rotation
 * · x + position. fraction: the part of this motion that is applied, 0..1; at 1, points keep their position relative to the reference. The
 * transform from `to` to `from` is the inverse.
 */
export function measureCarry(out: RigidPose, from: RigidPose, to: RigidPose, fraction: number): void {
  multiplyQuaternions(rotation, to.rotation, conjugateQuaternion(from.rotation));
  slerp(out.rotation, identity, rotation, fraction);
  for (let axis = 0; axis < 3; axis++) {
    const middle = 0.5 * (from.position[axis] + to.position[axis]);
    const half = 0.5 * fraction * (to.position[axis] - from.position[axis]);
    pivot[axis] = middle - half;
    moved[axis] = middle + half;
  }
  rotateVector(pivot, out.rotation, pivot);
  for (let axis = 0; axis < 3; axis++) out.position[axis] = moved[axis] - pivot[axis];
}

const identity = [0, 0, 0, 1];
const rotation = [0, 0, 0, 1];
const pivot = new Float64Array(3);
const moved = new Float64Array(3);

/** Number of poses that are cached: those at the ticks around one step. */
const keptCount = 8;

/** The motion of a reference over time. Determines the part of this motion that is not felt. */
export class ReferencePath {
  private readonly kept: { time: number; readonly pose: RigidPose }[] = Array.from(
    { length: keptCount },
    () => ({ time: Number.NaN, pose: createRigidPose() }),
  );
  private next = 0;

  constructor(readonly reference: MotionReference) {}

  /** Computes the transform by the part of the reference's motion from t0 to t1, seconds, that exerts no forces. See `measureCarry`. */
  carry(out: RigidPose, t0: number, t1: number): void {
    measureCarry(out, this.poseAt(t0), this.poseAt(t1), 1 - this.reference.factor);
  }

  private poseAt(time: number): RigidPose {
    const known = this.kept.find((one) => one.time === time);
    if (known) return known.pose;
    const one = this.kept[this.next];
    this.next = (this.next + 1) % keptCount;
    one.time = time;
    this.reference.motion.sample(one.pose, time);
    return one.pose;
  }
}
