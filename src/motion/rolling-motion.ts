import { multiplyQuaternions, quaternionFromAxisAngle, rotateVector } from '../math/quaternion.ts';
import type { RigidPose } from './collider.ts';
import { createRigidPose, type RigidMotion } from './rigid-motion.ts';

/** A wheel in its body's own frame. */
export interface Wheel {
  /** Metres, > 0. */
  readonly radius: number;
  /** Unit vector. */
  readonly axle: readonly [number, number, number];
  /** A point of the axle, metres. */
  readonly centre: readonly [number, number, number];
}

/** Options of a motion that rolls. */
export interface RollingOptions {
  /** When its turn is 0, seconds, where the motion has no first key. Default 0. */
  readonly startTime?: number;
  /** Whether its motion turns the wheel to face its path: all of its way then counts, also around corners. Default false. */
  readonly facesPath?: boolean;
}

/** The motion of a wheel that rolls without slip. */
export interface RollingMotion extends RigidMotion {
  /** Metres that it has rolled by t, forward less backward. */
  wayAt(t: number): number;
}

/** Times a second at which the way of a motion without keys is measured. */
const wayRate = 240;
/** Jumps are told from the motion around them to this, seconds. */
const finest = 1e-6;
/** An axle steeper than this (sine) lies: there is no way for the wheel to roll. */
const steepestAxle = 0.98;

/**
 * A wheel that rolls without slip along a motion that says where it is and where its axle points: its turn about the axle is
 * way / radius, forward where it goes forward, backward where it goes back. The way is the path of the wheel's centre square to the
 * axle: what it is pushed sideways does not turn it. Where the path is steeper than 45° it falls or flies, and only its
 * level part counts. Nothing is rolled across a cut.
 *
 * The turn at a time follows from that time alone: the way is summed over fixed intervals (those between keys, or 1/240 s) once.
 */
export function createRollingMotion(
  base: RigidMotion,
  wheel: Wheel,
  options: RollingOptions = {},
): RollingMotion {
  const { startTime = 0, facesPath = false } = options;
  const { axle, centre, radius } = wheel;
  const { knots } = base;
  /** Way up to each knot, or up to each 1/240 s, metres: as far as it has been asked for. */
  const ways = [0];
  const timeOf = (k: number) => (knots ? knots[k] : startTime + k / wayRate);

  const from = createRigidPose();
  const to = createRigidPose();
  const wayBetween = (t0: number, t1: number): number => {
    if (t1 <= t0) return 0;
    if (base.cutBetween(t0, t1)) {
      // What lies before the jump and behind it counts.
      const middle = (t0 + t1) / 2;
      const isOne = t1 - t0 <= finest || middle <= t0 || middle >= t1;
      return isOne ? 0 : wayBetween(t0, middle) + wayBetween(middle, t1);
    }
    base.sample(from, t0);
    base.sample(to, t1);
    return measureWay(from, to, wheel, facesPath);
  };
  const wayAt = (t: number): number => {
    const last = findInterval(t);
    while (ways.length <= last)
      ways.push(ways[ways.length - 1] + wayBetween(timeOf(ways.length - 1), timeOf(ways.length)));
    return ways[last] + wayBetween(timeOf(last), t);
  };
  /** The last knot at or before t, the first before all. */
  const findInterval = (t: number): number => {
    if (!knots) return Math.max(0, Math.floor((t - startTime) * wayRate));
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
    // Between two knots it may turn many times.
    knots: null,
    wayAt,
    cutBetween: (t0, t1) => base.cutBetween(t0, t1),
    sample(out, t) {
      const angle = wayAt(t) / radius;
      base.sample(out, t);
      const turn = quaternionFromAxisAngle(axle, angle % (4 * Math.PI));
      // It turns about its centre, wherever its origin is.
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

/** Metres by which a wheel rolls between two poses that are close together; negative backward. */
function measureWay(from: RigidPose, to: RigidPose, { axle, centre }: Wheel, facesPath: boolean): number {
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
