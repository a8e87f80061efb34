import { atan2, square } from '../math/portable.ts';
import { multiplyQuaternions, quaternionBetween, rotateVector } from '../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../math/slerp.ts';
import type { RigidKey } from './keyed-collider.ts';
import { createKeyedMotion, type RigidMotion } from './rigid-motion.ts';
import type { Wheel } from './rolling-motion.ts';

/** Smaller displacements, as a fraction of the radius, have no reliable direction because of noise in the keys. */
const minMove = 0.02;

/** A section of the path with one direction: its keys, its heading and its horizontal length. */
interface Stretch {
  readonly first: number;
  readonly last: number;
  /** Radians about +Y; null if the wheel does not move. */
  heading: number | null;
  distance: number;
  /** Headings at the two ends of the section, where it meets the neighbouring sections. */
  start: number;
  end: number;
}

/**
 * Rotates a wheel whose keys give its position but not its direction. The axle is kept horizontal and perpendicular to the path. Of the two
 * possible headings, the one nearer to the current heading is used, so that the wheel rolls backward if the path reverses, rather than
 * turning around. At a corner the wheel pivots within one radius before and after the corner. While the wheel does not move, its heading
 * does not change.
 *
 * keys [at least 1]: the rotation of the first key is the initial rotation of the wheel.
 */
export function facePath(keys: readonly RigidKey[], { axle, radius }: Wheel): RigidMotion {
  const base = createKeyedMotion(keys);
  const { level, restHeading } = levelAxle(keys[0].rotation, axle);
  const stretches = findStretches(keys, minMove * radius, restHeading);
  const stretchOf = stretches.flatMap(({ first, last }, k) => new Array<number>(last - first).fill(k));
  const distances = measureDistances(keys);
  const turned = [0, 0, 0, 1];
  return {
    knots: base.knots,
    cutBetween: base.cutBetween,
    sample(out, t) {
      base.sample(out, t);
      const heading = headingAt(t);
      multiplyQuaternions(turned, quaternionFromAxisAngle([0, 1, 0], heading - restHeading), level);
      for (let c = 0; c < 4; c++) out.rotation[c] = turned[c];
    },
  };

  function headingAt(t: number): number {
    if (stretches.length === 0) return restHeading;
    let key = 0;
    let beyond = keys.length - 1;
    while (beyond - key > 1) {
      const middle = (key + beyond) >> 1;
      if (keys[middle].time <= t) key = middle;
      else beyond = middle;
    }
    const stretch = stretches[stretchOf[key]];
    if (stretch.heading === null) return stretch.start;
    const from = keys[key];
    const to = keys[Math.min(keys.length - 1, key + 1)];
    const s = to.time > from.time ? Math.min(1, Math.max(0, (t - from.time) / (to.time - from.time))) : 0;
    const distance =
      distances[key] +
      (distances[Math.min(keys.length - 1, key + 1)] - distances[key]) * s -
      distances[stretch.first];
    const pivot = Math.min(radius, stretch.distance / 2);
    const { heading, start, end } = stretch;
    if (distance < pivot) return start + ((heading - start) * distance) / pivot;
    const left = stretch.distance - distance;
    return left < pivot ? end + ((heading - end) * Math.max(0, left)) / pivot : heading;
  }
}

/** Returns the rotation that makes the axle horizontal, which is applied after the key's own rotation, and the resulting heading. */
function levelAxle(
  rotation: RigidKey['rotation'],
  axle: readonly number[],
): { level: number[]; restHeading: number } {
  const stands = [0, 0, 0];
  rotateVector(stands, rotation, axle);
  const flat = Math.sqrt(stands[0] * stands[0] + stands[2] * stands[2]);
  // A wheel that lies flat is put upright so that it faces along x.
  const side = flat > 0.05 ? [stands[0] / flat, 0, stands[2] / flat] : [1, 0, 0];
  const level = [0, 0, 0, 1];
  multiplyQuaternions(level, quaternionBetween(stands, side), rotation);
  // Forward is axle × up: (−z, 0, x).
  return { level, restHeading: atan2(-side[2], side[0]) };
}

/** Returns the horizontal path length from the first key to each key, metres; jumps do not count. */
function measureDistances(keys: readonly RigidKey[]): number[] {
  const distances = [0];
  for (let k = 1; k < keys.length; k++) {
    const isJump = keys[k].time === keys[k - 1].time;
    distances.push(distances[k - 1] + (isJump ? 0 : levelDistance(keys[k - 1], keys[k])));
  }
  return distances;
}

function levelDistance({ position: [x0, , z0] }: RigidKey, { position: [x1, , z1] }: RigidKey): number {
  return Math.sqrt(square(x1 - x0) + square(z1 - z0));
}

function findStretches(keys: readonly RigidKey[], min: number, restHeading: number): Stretch[] {
  const distances = measureDistances(keys);
  const stretches: Stretch[] = [];
  let heading = restHeading;
  for (let first = 0; first < keys.length - 1; ) {
    let last = first + 1;
    const isJump = keys[last].time === keys[first].time;
    const continues = () => last + 1 < keys.length && keys[last + 1].time > keys[last].time;
    while (!isJump && levelDistance(keys[first], keys[last]) < min && continues()) last++;
    const isMove = !isJump && levelDistance(keys[first], keys[last]) >= min;
    if (isMove) {
      const [dx, , dz] = [0, 1, 2].map((axis) => keys[last].position[axis] - keys[first].position[axis]);
      heading = nearestHalfRotation(atan2(dx, dz), heading);
    }
    const own = isMove ? heading : null;
    stretches.push({
      first,
      last,
      heading: own,
      distance: distances[last] - distances[first],
      start: heading,
      end: heading,
    });
    first = last;
  }
  joinStretches(stretches, keys);
  return stretches;
}

/** Returns that one of the values heading + n · π that is nearest to another heading. */
function nearestHalfRotation(heading: number, to: number): number {
  return heading + Math.PI * Math.round((to - heading) / Math.PI);
}

/** Where two sections meet, the wheel gets the mean of their headings, also while it does not move between the sections. */
function joinStretches(stretches: readonly Stretch[], keys: readonly RigidKey[]): void {
  const isJump = ({ first, last }: Stretch) => keys[first].time === keys[last].time;
  const nextMoving = (from: number, step: 1 | -1): number | null => {
    for (let k = from; k >= 0 && k < stretches.length && !isJump(stretches[k]); k += step) {
      if (stretches[k].heading !== null) return stretches[k].heading;
    }
    return null;
  };
  stretches.forEach((stretch, k) => {
    const before = nextMoving(k - 1, -1);
    const after = nextMoving(k + 1, 1);
    const own = stretch.heading;
    if (own !== null) {
      stretch.start = before === null ? own : (before + own) / 2;
      stretch.end = after === null ? own : (own + after) / 2;
    } else {
      const heading =
        before === null ? (after ?? stretch.start) : after === null ? before : (before + after) / 2;
      stretch.start = heading;
      stretch.end = heading;
    }
  });
}
