import { atan2, square } from '../math/portable.ts';
import {
  multiplyQuaternions,
  quaternionBetween,
  quaternionFromAxisAngle,
  rotateVector,
} from '../math/quaternion.ts';
import type { RigidKey } from './keyed-collider.ts';
import { createKeyedMotion, type RigidMotion } from './rigid-motion.ts';
import type { Wheel } from './rolling-motion.ts';

/** Share of the radius below which a move says nothing about the direction: keys tremble. */
const smallestMove = 0.02;

/** A stretch of the path with one direction: its keys, its heading and the level way along it. */
interface Stretch {
  readonly first: number;
  readonly last: number;
  /** Radians about +Y; null where the wheel stands. */
  heading: number | null;
  way: number;
  /** Headings at its two ends, where it meets its neighbours. */
  start: number;
  end: number;
}

/**
 * A wheel whose keys say where it is, but not where it points: its axle is held level and square to its path. It keeps to the
 * side that is nearer to how it stands in its file, so that it rolls backward where the path turns back on itself, rather than
 * turning round. At a corner it pivots within one radius of the way before and after. While it stands, it keeps its heading.
 *
 * keys [at least 1]: the rotation of the first is how the wheel stands before that.
 */
export function facePath(keys: readonly RigidKey[], { axle, radius }: Wheel): RigidMotion {
  const base = createKeyedMotion(keys);
  const { level, restHeading } = levelAxle(keys[0].rotation, axle);
  const stretches = findStretches(keys, smallestMove * radius, restHeading);
  const stretchOf = stretches.flatMap(({ first, last }, k) => new Array<number>(last - first).fill(k));
  const ways = measureWays(keys);
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
    const way = ways[key] + (ways[Math.min(keys.length - 1, key + 1)] - ways[key]) * s - ways[stretch.first];
    const pivot = Math.min(radius, stretch.way / 2);
    const { heading, start, end } = stretch;
    if (way < pivot) return start + ((heading - start) * way) / pivot;
    const left = stretch.way - way;
    return left < pivot ? end + ((heading - end) * Math.max(0, left)) / pivot : heading;
  }
}

/** The turn that brings the axle to the level, after the key's own; and where the wheel then faces. */
function levelAxle(
  rotation: RigidKey['rotation'],
  axle: readonly number[],
): { level: number[]; restHeading: number } {
  const stands = [0, 0, 0];
  rotateVector(stands, rotation, axle);
  const flat = Math.sqrt(stands[0] * stands[0] + stands[2] * stands[2]);
  // A wheel that lies is put up on its side that looks along x.
  const side = flat > 0.05 ? [stands[0] / flat, 0, stands[2] / flat] : [1, 0, 0];
  const level = [0, 0, 0, 1];
  multiplyQuaternions(level, quaternionBetween(stands, side), rotation);
  // Forward is axle × up: (−z, 0, x).
  return { level, restHeading: atan2(-side[2], side[0]) };
}

/** Level way from the first key to each, metres; none across a jump. */
function measureWays(keys: readonly RigidKey[]): number[] {
  const ways = [0];
  for (let k = 1; k < keys.length; k++) {
    const isJump = keys[k].time === keys[k - 1].time;
    ways.push(ways[k - 1] + (isJump ? 0 : levelDistance(keys[k - 1], keys[k])));
  }
  return ways;
}

function levelDistance({ position: [x0, , z0] }: RigidKey, { position: [x1, , z1] }: RigidKey): number {
  return Math.sqrt(square(x1 - x0) + square(z1 - z0));
}

function findStretches(keys: readonly RigidKey[], least: number, restHeading: number): Stretch[] {
  const ways = measureWays(keys);
  const stretches: Stretch[] = [];
  let heading = restHeading;
  for (let first = 0; first < keys.length - 1; ) {
    let last = first + 1;
    const isJump = keys[last].time === keys[first].time;
    const goesOn = () => last + 1 < keys.length && keys[last + 1].time > keys[last].time;
    while (!isJump && levelDistance(keys[first], keys[last]) < least && goesOn()) last++;
    const isMove = !isJump && levelDistance(keys[first], keys[last]) >= least;
    if (isMove) {
      const [dx, , dz] = [0, 1, 2].map((axis) => keys[last].position[axis] - keys[first].position[axis]);
      heading = nearestHalfTurn(atan2(dx, dz), heading);
    }
    const own = isMove ? heading : null;
    stretches.push({
      first,
      last,
      heading: own,
      way: ways[last] - ways[first],
      start: heading,
      end: heading,
    });
    first = last;
  }
  joinStretches(stretches, keys);
  return stretches;
}

/** Heading + n · π that is nearest to another one. */
function nearestHalfTurn(heading: number, to: number): number {
  return heading + Math.PI * Math.round((to - heading) / Math.PI);
}

/** Where two stretches meet, the wheel stands half way between their headings; so it does while it stands between them. */
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
