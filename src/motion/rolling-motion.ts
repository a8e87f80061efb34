import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import type { RigidPose } from './collider.ts';
import { createRigidPose, type RigidMotion } from './rigid-motion.ts';

/** The radius, axle and centre of a wheel, in the frame of its body. */
export interface Wheel {
  /** Metres, > 0. */
  readonly radius: number;
  /** Unit vector. */
  readonly axle: readonly [number, number, number];
  /** A point on the axle, metres. */
  readonly centre: readonly [number, number, number];
}

/** Options of a rolling motion. */
export interface RollingOptions {
  /** Time at which the rotation is 0, seconds, if the motion has no first key. Default 0. */
  readonly startTime?: number;
  /**
   * Whether the motion rotates the wheel so that it faces along its path. Then the whole path length counts, also around corners. Default
   * false.
   */
  readonly facesPath?: boolean;
}

/** The motion of a wheel that rolls without slip. */
export interface RollingMotion extends RigidMotion {
  /** Returns the distance in metres that the wheel has rolled until t: forward minus backward. */
  distanceAt(t: number): number;
}

/** Rate at which the path of a motion without keys is sampled, 1/s. */
const sampleRate = 240;
/** Accuracy with which the times of jumps are found, seconds. */
const timeAccuracy = 1e-6;
/** If the sine of the axle's slope is above this value, the wheel lies flat and cannot roll. */
const steepestAxle = 0.98;

/**
 * Creates the motion of a wheel that rolls without slip along a motion that defines its position and the direction of its axle. Its
 * rotation about the axle is path length / radius, forward or backward with the motion. Only the motion of the wheel's centre perpendicular
 * to the axle counts: sideways motion does not rotate the wheel. If the path is steeper than 45° the wheel falls or flies, and only the
 * horizontal part counts. Cuts do not rotate the wheel.
 *
 * The rotation at a time depends on nothing but this time: the path length is summed once over fixed intervals (those between keys, or
 * 1/240 s).
 */
export function createRollingMotion(
  base: RigidMotion,
  wheel: Wheel,
  options: RollingOptions = {},
): RollingMotion {
  const { startTime = 0, facesPath = false } = options;
  const { axle, centre, radius } = wheel;
  const { knots } = base;
  /** Path length in metres up to each knot, or up to each multiple of 1/240 s. The list is extended when a later time is requested. */
  const distances = [0];
  const timeOf = (k: number) => (knots ? knots[k] : startTime + k / sampleRate);

  const from = createRigidPose();
  const to = createRigidPose();
  const distanceBetween = (t0: number, t1: number): number => {
    if (t1 <= t0) return 0;
    if (base.cutBetween(t0, t1)) {
      // Only the motion before and after the jump counts.
      const middle = (t0 + t1) / 2;
      const isOne = t1 - t0 <= timeAccuracy || middle <= t0 || middle >= t1;
      return isOne ? 0 : distanceBetween(t0, middle) + distanceBetween(middle, t1);
    }
    base.sample(from, t0);
    base.sample(to, t1);
    return measureDistance(from, to, wheel, facesPath);
  };
  const distanceAt = (t: number): number => {
    const last = findInterval(t);
    while (distances.length <= last)
      distances.push(
        distances[distances.length - 1] +
          distanceBetween(timeOf(distances.length - 1), timeOf(distances.length)),
      );
    return distances[last] + distanceBetween(timeOf(last), t);
  };
  /** Returns the index of the last knot at or before t; the first one for earlier times. */
  const findInterval = (t: number): number => {
    if (!knots) return Math.max(0, Math.floor((t - startTime) * sampleRate));
    let low = 0;
    let high = knots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (knots[middle] <= t) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  };

  const moved = [0, 0, 0];
  return {
    // Null, because the body may rotate several times between two knots.
    knots: null,
    distanceAt,
    cutBetween: (t0, t1) => base.cutBetween(t0, t1),
    sample(out, t) {
      const angle = distanceAt(t) / radius;
      base.sample(out, t);
      const turn = quaternionFromAxisAngle(axle, angle % (4 * Math.PI));
      // The body rotates about its centre, which may differ from the origin of its mesh.
      rotateVector(moved, turn, centre);
      for (let axis = 0; axis < 3; axis++) moved[axis] = centre[axis] - moved[axis];
      rotateVector(moved, out.rotation, moved);
      for (let axis = 0; axis < 3; axis++) out.position[axis] += moved[axis];
      multiplyQuaternions(out.rotation, out.rotation, turn);
    },
  };
}

const startAxle = [0, 0, 0];
const endAxle = [0, 0, 0];
const startCentre = [0, 0, 0];
const endCentre = [0, 0, 0];

/** Returns the path length in metres that a wheel rolls between two poses that are close together; negative backward. */
function measureDistance(
  from: RigidPose,
  to: RigidPose,
  { axle, centre }: Wheel,
  facesPath: boolean,
): number {
  rotateVector(startAxle, from.rotation, axle);
  rotateVector(endAxle, to.rotation, axle);
  rotateVector(startCentre, from.rotation, centre);
  rotateVector(endCentre, to.rotation, centre);
  const mean = [0, 1, 2].map((axis) => startAxle[axis] + endAxle[axis]);
  const length = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  const level = Math.sqrt(mean[0] * mean[0] + mean[2] * mean[2]);
  if (!(length > 0) || Math.abs(mean[1]) > steepestAxle * length) return 0;
  const [x, y, z] = [0, 1, 2].map(
    (axis) => to.position[axis] + endCentre[axis] - from.position[axis] - startCentre[axis],
  );
  // Forward is axle × up.
  const forward = (z * mean[0] - x * mean[2]) / level;
  const sideways = (x * mean[0] + y * mean[1] + z * mean[2]) / length;
  const flat = facesPath ? Math.sqrt(x * x + z * z) : Math.abs(forward);
  const whole = Math.sqrt(Math.max(0, x * x + y * y + z * z - (facesPath ? 0 : sideways * sideways)));
  return Math.sign(forward) * (Math.abs(y) <= flat ? whole : flat);
}
