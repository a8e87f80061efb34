import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { slerp } from '../math/slerp.ts';
import type { RigidPose } from './collider.ts';
import type { RigidKey } from './keyed-collider.ts';

/** The pose of a rigid body at any time, in world metres. */
export interface RigidMotion {
  /** Writes the pose at t, seconds, to `out`. */
  sample(out: RigidPose, t: number): void;
  /** Returns true if no motion connects the poses at t0 and t1 > t0: there is a jump in (t0, t1]. */
  cutBetween(t0: number, t1: number): boolean;
  /**
   * Ascending times between which the body moves on a straight line and rotates uniformly. The body does not move before the first and
   * after the last. Null if such times are not known and poses can only be sampled.
   */
  readonly knots: readonly number[] | null;
}

/** A pose that does not change. */
export interface RigidOffset {
  /** Metres. */
  readonly position: readonly [number, number, number];
  /** Unit quaternion x y z w. */
  readonly rotation: readonly [number, number, number, number];
}

/** Returns the pose of a body at the origin, not rotated. */
export function createRigidPose(): RigidPose {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) };
}

/**
 * Returns the motion of a body that follows keys: positions are interpolated linearly, rotations along the short arc. The first and the
 * last key are held before and after. keys [at least 1], times ascending. Two keys at one time are a jump from the first to the second.
 */
export function createKeyedMotion(keys: readonly RigidKey[]): RigidMotion {
  const jumps = keys.filter(({ time }, k) => k > 0 && time === keys[k - 1].time).map(({ time }) => time);
  return {
    knots: keys.map(({ time }) => time),
    sample: (out, t) => sampleRigidKeys(out, keys, t),
    cutBetween: (t0, t1) => jumps.some((time) => time > t0 && time <= t1),
  };
}

/** Writes the pose that keys give at time t, seconds, to `out`: see `createKeyedMotion`. At a jump, this is the pose after the jump. */
export function sampleRigidKeys(out: RigidPose, keys: readonly RigidKey[], t: number): void {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle].time <= t) low = middle + 1;
    else high = middle;
  }
  const from = keys[Math.max(0, low - 1)];
  const to = keys[Math.min(keys.length - 1, low)];
  const s = to.time > from.time ? (t - from.time) / (to.time - from.time) : 0;
  for (let axis = 0; axis < 3; axis++) {
    out.position[axis] = from.position[axis] + (to.position[axis] - from.position[axis]) * s;
  }
  slerp(out.rotation, from.rotation, to.rotation, s);
}

/** Returns the same motion with all positions displaced by `by`, metres. */
export function createShiftedMotion(base: RigidMotion, by: readonly [number, number, number]): RigidMotion {
  return {
    knots: base.knots,
    cutBetween: (t0, t1) => base.cutBetween(t0, t1),
    sample(out, t) {
      base.sample(out, t);
      for (let axis = 0; axis < 3; axis++) out.position[axis] += by[axis];
    },
  };
}

/** Returns the motion of a body that is fixed to another body. `offset` is its pose in the frame of the other body. */
export function createAttachedMotion(base: RigidMotion, offset: RigidOffset): RigidMotion {
  return {
    // A body that rotates about another body's origin does not move on straight lines.
    knots: offset.position.every((coordinate) => coordinate === 0) ? base.knots : null,
    cutBetween: (t0, t1) => base.cutBetween(t0, t1),
    sample(out, t) {
      base.sample(out, t);
      const [x, y, z] = out.position;
      rotateVector(out.position, out.rotation, offset.position);
      out.position[0] += x;
      out.position[1] += y;
      out.position[2] += z;
      multiplyQuaternions(out.rotation, out.rotation, offset.rotation);
    },
  };
}
