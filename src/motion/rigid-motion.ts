import { multiplyQuaternions, rotateVector, slerp } from '../math/quaternion.ts';
import type { RigidPose } from './collider.ts';
import type { RigidKey } from './keyed-collider.ts';

/** Where a rigid body is at any time, in world metres. */
export interface RigidMotion {
  /** out = the pose at t, seconds. */
  sample(out: RigidPose, t: number): void;
  /** True where the poses at t0 and t1 > t0 are not joined by a motion: a jump lies in (t0, t1]. */
  cutBetween(t0: number, t1: number): boolean;
  /**
   * Times between which the body goes straight and turns evenly, rising; it stands still before the first and after the last.
   * Null where a pose is only known by asking.
   */
  readonly knots: readonly number[] | null;
}

/** A place and a turn that do not change. */
export interface RigidOffset {
  /** Metres. */
  readonly position: readonly [number, number, number];
  /** Unit quaternion x y z w. */
  readonly rotation: readonly [number, number, number, number];
}

/** At the origin, not turned. */
export function createRigidPose(): RigidPose {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) };
}

/**
 * A body that follows keys: positions straight, turns along the short arc, held before the first key and after the last.
 * keys [at least 1], times rising; two keys of one time are a jump from the first to the second.
 */
export function createKeyedMotion(keys: readonly RigidKey[]): RigidMotion {
  const jumps = keys.filter(({ time }, k) => k > 0 && time === keys[k - 1].time).map(({ time }) => time);
  return {
    knots: keys.map(({ time }) => time),
    sample: (out, t) => sampleRigidKeys(out, keys, t),
    cutBetween: (t0, t1) => jumps.some((time) => time > t0 && time <= t1),
  };
}

/** The pose that keys give at time t, seconds: see `createKeyedMotion`. At a jump it is the pose behind it. */
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

/** The same motion elsewhere: every position moved by `by`, metres. */
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

/** A body that is fixed to another one: `offset` is where it stands in that one's own frame. */
export function createAttachedMotion(base: RigidMotion, offset: RigidOffset): RigidMotion {
  return {
    // What turns about another body's origin does not go straight.
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
