import { subtract, type Vector } from '../../geometry/vector.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import { atan2, square } from '../../math/portable.ts';
import { multiplyQuaternions, type Quaternion, rotateVector } from '../../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { type BodyTilt, planBodySink, planBodyTilt } from '../response/character-response.ts';
import type { FootLoads } from '../response/foot-loads.ts';
import { restMatrices } from './character-points.ts';
import type { GroundHeight } from './fit-ground.ts';
import { type FlatTable, locateSample, lowestCorner, sampleOf } from './flat-table.ts';
import type { FootGround } from './foot-ground.ts';
import { bellWeights, GridCache, sampleSpline } from './grid-cache.ts';
import { originOf } from './origin-of.ts';
import { PathGround } from './path-ground.ts';

/**
 * If a character has three or more legs and hips at least this far apart, as a fraction of its height, the body has a front and a
 * back end, and pitches.
 */
const longBody = 0.25;
/** Maximum pitch of a body, radians (40°). */
const steepestPitch = 0.7;
/**
 * The body is lowered for a foot that is out of reach. The lowering begins before and ends after this time, by this fraction of the
 * duration over which the body's path is averaged.
 */
const loweringFraction = 0.5;
/** Maximum lowering of the body, as a fraction of its height. */
const maxLowering = 0.3;

/** The legs of a character that carry one end of its body. */
export interface BodyEnd {
  /** Indices of the feet of these legs. */
  readonly feet: readonly number[];
  /** Returns the height by which this end of the body is raised at a time in periods, rig units. */
  raiseAt(periods: number): number;
}

/** How a body follows the ground. */
export interface BodyPlan {
  readonly ends: readonly BodyEnd[];
  /** Returns the rotation by which deep ground inclines the body at a time in periods. Null if it does not. */
  readonly tiltAt: ((periods: number) => Quaternion) | null;
}

/** Computes the ground along the path of each end of the body. */
export function planPaths(table: FlatTable, ground: GroundHeight): readonly PathGround[] {
  const groups = groupFeet(table);
  return groups.map((group) => new PathGround(table, group, groups.length > 1, ground));
}

/**
 * Plans how a body follows the ground: each end is raised by the ground along its path. Where a planted foot could not reach its position,
 * the body is lowered. `loads`: if the ground answers, the body sinks with the feet that carry it.
 */
export function planBody(
  table: FlatTable,
  feet: readonly FootGround[],
  paths: readonly PathGround[],
  loads: FootLoads | null,
): BodyPlan {
  const { count, motion, height } = table;
  const levels = paths.map((path) => {
    if (!loads) return (n: number) => path.levelAt(n);
    const sinkAt = planBodySink(table, feet, path.feet, loads);
    return (n: number) => path.levelAt(n) - sinkAt(n);
  });
  const tilt = loads && planBodyTilt(table, feet, loads);
  const tiltAt =
    tilt && ((read: (part: keyof BodyTilt) => number) => tiltBody(tilt.forward, read('lean'), read('roll')));
  const lean = new GridCache((n) => {
    const hips = paths.map((path) => middleHip(path.feet.map((f) => sampleOf(table, table.feet[f].hips, n))));
    return leanBody(
      hips,
      levels.map((levelAt) => levelAt(n)),
      tiltAt?.((part) => tilt!.tiltAt(n)[part]),
    );
  });
  /** Returns the height in rig units by which the hip of a foot is too high for the foot to reach its position. */
  const lackOf = (f: number, n: number): number => {
    const foot = table.feet[f];
    const position = layFoot(table, feet[f], f, n);
    const [x, y, z] = positionOnBody(lean.at(n), sampleOf(table, foot.hips, n));
    const across = Math.sqrt(square(position[0] - x) + square(position[2] - z));
    const far = foot.reach[locateSample(table, n).sample];
    const lack = y - position[1] - Math.sqrt(Math.max(0, far * far - across * across));
    return feet[f].holdAt(n / count) * Math.min(lack, maxLowering * height);
  };
  const lack = new GridCache((n) => feet.reduce((max, _, f) => Math.max(max, lackOf(f, n)), 0));
  // Both ends are lowered equally. Otherwise the body would pitch, and its hips would move away from their feet.
  const reach = Math.ceil(loweringFraction * paths[0].reach);
  const bell = bellWeights(reach);
  const max = new GridCache((n) => {
    let value = 0;
    for (let k = -reach; k <= reach; k++) value = Math.max(value, lack.at(n + k));
    return value;
  });
  const lowered = new GridCache((n) =>
    bell.reduce((sum, weight, k) => sum + weight * max.at(n + k - reach), 0),
  );
  const ends = paths.map((path, end) => {
    const raise = new GridCache((n) => levels[end](n) - lowered.at(n));
    return {
      feet: path.feet,
      raiseAt: (periods: number) => sampleSpline((n) => raise.at(n), motion.period > 0 ? periods * count : 0),
    };
  });
  return {
    ends,
    tiltAt:
      tiltAt && ((periods) => tiltAt((part) => sampleSpline((n) => tilt!.tiltAt(n)[part], periods * count))),
  };
}

/** Returns the rotation of a body that leans forward, and rolls to its left, by angles in radians. */
function tiltBody([x, , z]: Vector, lean: number, roll: number): Quaternion {
  const turn: Quaternion = [0, 0, 0, 1];
  const toSide = quaternionFromAxisAngle([-x, 0, -z], roll);
  multiplyQuaternions(turn, quaternionFromAxisAngle([z, 0, -x], lean), toSide);
  return turn;
}

/** The rotation of a body about the middle of its hips, and the height by which it is raised. */
export interface BodyLean {
  readonly turn: Quaternion;
  readonly middle: Vector;
  readonly raise: number;
}

/**
 * Rotates and raises a body with two ends so that each end is raised by the given height. An end is given by the middle of its hips. A body
 * with one end is only raised. `tilt`: what is applied first, for example by deep ground.
 */
export function leanBody(hips: readonly Vector[], raises: readonly number[], tilt?: Quaternion): BodyLean {
  const raise = raises.reduce((sum, value) => sum + value, 0) / raises.length;
  const middle = middleHip(hips);
  if (hips.length < 2) return { turn: tilt ?? [0, 0, 0, 1], middle, raise };
  const [x, , z] = subtract(hips[0], hips[1]);
  const length = Math.sqrt(x * x + z * z);
  if (!(length > 0)) return { turn: tilt ?? [0, 0, 0, 1], middle, raise };
  const slope = atan2(raises[0] - raises[1], length);
  const angle = Math.min(steepestPitch, Math.max(-steepestPitch, slope));
  const pitch = quaternionFromAxisAngle([-z / length, 0, x / length], angle);
  if (!tilt) return { turn: pitch, middle, raise };
  const turn: Quaternion = [0, 0, 0, 1];
  multiplyQuaternions(turn, pitch, tilt);
  return { turn, middle, raise };
}

/** Returns the position on the leaning body that corresponds to a position on the level body. */
export function positionOnBody({ turn, middle, raise }: BodyLean, position: Vector): Vector {
  const out = subtract(position, middle);
  rotateVector(out, turn, out);
  return [out[0] + middle[0], out[1] + middle[1] + raise, out[2] + middle[2]];
}

/** Returns the mean of some positions; 0 if there are none. */
export function middleHip(hips: readonly Vector[]): Vector {
  const middle: Vector = [0, 0, 0];
  for (const hip of hips) for (let axis = 0; axis < 3; axis++) middle[axis] += hip[axis] / hips.length;
  return middle;
}

/** Returns the position above the ground of a foot's node at sample n. */
function layFoot(table: FlatTable, foot: FootGround, f: number, n: number): Vector {
  const flat = sampleOf(table, table.feet[f].positions, n);
  return foot.layAt(n / table.count, lowestCorner(table, f, n), flat).place;
}

/**
 * Groups the feet by the end of the body they belong to: one group, or the front feet and the back feet according to their rest positions.
 */
function groupFeet(table: FlatTable): number[][] {
  const { rig, feet, height } = table;
  const all = feet.map((_, f) => f);
  if (feet.length < 3) return [all];
  const matrices = restMatrices(rig);
  const hips = feet.map(({ foot }) => originOf(matrices, foot.leg[0] ?? foot.node));
  const middle = [0, 2].map((axis) => hips.reduce((sum, hip) => sum + hip[axis] / hips.length, 0));
  const away = hips.map((hip) => [hip[0] - middle[0], hip[2] - middle[1]] as const);
  // The hip farthest from the middle determines the body's direction, unless the body is as wide as long.
  const [ax, az] = longAxis(away);
  const along = away.map(([x, z]) => x * ax + z * az);
  if (maxOf(along) - minOf(along) < longBody * height) return [all];
  return [all.filter((f) => along[f] >= 0), all.filter((f) => along[f] < 0)];
}

/** Returns the unit direction in which points about 0 have the largest extent. */
function longAxis(points: readonly (readonly [number, number])[]): [number, number] {
  let xx = 0;
  let xz = 0;
  let zz = 0;
  for (const [x, z] of points) {
    xx += x * x;
    xz += x * z;
    zz += z * z;
  }
  const half = (xx - zz) / 2;
  const size = Math.sqrt(half * half + xz * xz);
  // The eigenvector of the larger eigenvalue, from the row that gives the longer vector.
  const [x, z] = half >= 0 ? [half + size, xz] : [xz, size - half];
  const length = Math.sqrt(x * x + z * z);
  return length > 0 ? [x / length, z / length] : [0, 1];
}
