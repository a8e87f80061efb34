import { cross, distance, dot, norm, normalize, subtract, type Vector } from '../../geometry/vector.ts';
import { acos, cos, sin } from '../../math/portable.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  type Quaternion,
  quaternionBetween,
  rotateVector,
} from '../../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import type { Pose } from '../pose.ts';
import type { Foot } from './find-feet.ts';
import type { NodeMover } from './node-mover.ts';
import { originOf } from './origin-of.ts';
import type { RigSpace } from './rig-space.ts';

/** If a leg is stretched beyond this fraction of its full length, further stretching is limited. */
const easeFrom = 0.96;
/** maxStraightened: joints lose at most this fraction of their bend. maxBent: joints fold at most to this bend, radians. */
const maxStraightened = 0.95;
const maxBent = 2.6;
/**
 * A straight joint would have to bend abruptly for a small change of the leg's length. Below about this bend, radians (8°), the bones
 * stretch a little instead.
 */
const snapBend = 0.14;
/**
 * Weight of the mean bending axis of the clip relative to the axis of the current bend. It equals the sine of the bend at which both count
 * equally.
 */
const hingeWeight = 0.1;
/** Joints are folded in steps of this angle, radians, until the foot is near enough. Then the last step is refined by root finding. */
const foldStep = 0.15;
const refinements = 12;

/**
 * From the knee down: for each joint of a leg, the mean axis about which it bends in a clip, in the axes of the bone above. [3 · (joints −
 * 1)] The length of an axis is at most 1; it is small if the joint bends in alternating directions.
 */
export type LegHinges = Float64Array;

/** Goal of a foot, in rig space. */
export interface FootGoal {
  readonly target: Vector;
  /** Rotation in addition to that of the pose. */
  readonly turn: Quaternion;
  /** 1: the foot must end exactly at the goal. 0: if the leg is too short, the foot ends as far from the hip as the bones reach. */
  readonly hold: number;
}

/** Returns the chain from the hip to the foot. */
export function legChain(foot: Foot): number[] {
  return [...foot.leg, foot.node];
}

/** Adds the bend of each joint of a leg, and the axis of this bend, in a pose whose matrices are given. */
export function addHinges(hinges: LegHinges, chain: readonly number[], matrices: Float64Array): void {
  const bones = bonesOf(chain, matrices);
  for (let k = 0; k + 1 < bones.length; k++) {
    const frame = frameOf(matrices, chain[k]);
    const bend = sineOfBend(bones[k], bones[k + 1]);
    for (let axis = 0; axis < 3; axis++) hinges[3 * k + axis] += dot(bend, frame[axis]);
  }
}

/** Converts the sums to unit axes. */
export function finishHinges(hinges: LegHinges): void {
  for (let k = 0; k < hinges.length; k += 3) {
    hinges.set(normalize([hinges[k], hinges[k + 1], hinges[k + 2]]), k);
  }
}

/**
 * Brings the foot of a pose to its goal by folding or straightening the leg.
 *
 * To shorten the leg, all joints bend further by the same angle. To lengthen it, all joints lose the same fraction of their bend. Bones
 * keep their lengths. The hip then turns the leg towards the foot. An error may remain, since a straight joint must not bend abruptly and a
 * leg has a maximum length. If the foot is held, the error is removed by stretching or shortening the bones (0.3 % for a planted foot
 * within reach); otherwise it is ignored. If the foot is at its goal already, nothing changes.
 *
 * The matrices of `space` must be current.
 */
export function foldLeg(
  pose: Pose,
  foot: Foot,
  hinges: LegHinges,
  space: RigSpace,
  mover: NodeMover,
  { target, turn, hold }: FootGoal,
): void {
  const { matrices } = space;
  const chain = legChain(foot);
  let position = target;
  let turned: Quaternion = [0, 0, 0, 1];
  if (chain.length > 1) {
    const bones = bonesOf(chain, matrices);
    const axes = axesOf(chain, bones, hinges, matrices);
    const hip = originOf(matrices, chain[0]);
    const bends = findBends(bones, axes, distance(hip, target));
    const reached = rotateChain(pose, chain, mover, bones, axes, bends, subtract(target, hip));
    turned = reached.turned;
    const { end } = reached;
    // A foot in the air does not need to reach a goal that is too far away. If the goal is nearer than the folded leg reaches, the
    // bones are shortened, so that the leg does not push the foot into the ground.
    const kept = distance(hip, target) > norm(end) ? hold : 1;
    const lack = subtract(subtract(target, hip), end).map((value) => kept * value) as Vector;
    stretchChain(pose, chain, mover, matrices, lack);
    position = [hip[0] + end[0] + lack[0], hip[1] + end[1] + lack[1], hip[2] + end[2] + lack[2]];
  }
  const own: Quaternion = [...turn];
  if (foot.attached) multiplyQuaternions(own, turn, conjugateQuaternion(turned));
  mover.turn(pose, foot.node, own);
  mover.position(pose, foot.node, position);
}

/** Returns the full length of a leg with all joints straight. */
export function legLength(chain: readonly number[], matrices: Float64Array): number {
  return bonesOf(chain, matrices).reduce((sum, bone) => sum + norm(bone), 0);
}

function bonesOf(chain: readonly number[], matrices: Float64Array): Vector[] {
  const bones: Vector[] = [];
  for (let k = 0; k + 1 < chain.length; k++) {
    bones.push(subtract(originOf(matrices, chain[k + 1]), originOf(matrices, chain[k])));
  }
  return bones;
}

/** Returns the unit axes of a node, mirrored or not, from the columns of its matrix. */
function frameOf(matrices: Float64Array, node: number): [Vector, Vector, Vector] {
  const column = (c: number): Vector => {
    const o = 16 * node + 4 * c;
    return normalize([matrices[o], matrices[o + 1], matrices[o + 2]]);
  };
  return [column(0), column(1), column(2)];
}

/** Returns the axis about which the second bone is bent relative to the first. The length of the result is the sine of the bend. */
function sineOfBend(upper: Vector, lower: Vector): Vector {
  const size = norm(upper) * norm(lower) || 1;
  const [x, y, z] = cross(upper, lower);
  return [x / size, y / size, z / size];
}

/**
 * Returns for each joint the unit axis about which it bends: the axis of its current bend; for a straight joint, the mean axis in the whole
 * clip.
 */
function axesOf(
  chain: readonly number[],
  bones: readonly Vector[],
  hinges: LegHinges,
  matrices: Float64Array,
): Vector[] {
  const axes: Vector[] = [];
  for (let k = 0; k + 1 < bones.length; k++) {
    const [x, y, z] = frameOf(matrices, chain[k]);
    const bend = sineOfBend(bones[k], bones[k + 1]);
    axes.push(
      normalize(
        bend.map(
          (own, axis) =>
            own +
            hingeWeight *
              (x[axis] * hinges[3 * k] + y[axis] * hinges[3 * k + 1] + z[axis] * hinges[3 * k + 2]),
        ) as Vector,
      ),
    );
  }
  return axes;
}

/** Returns the change of each joint's bend so that the leg spans `wanted`, radians; 0 if the leg already spans `wanted`. */
function findBends(bones: readonly Vector[], axes: readonly Vector[], wanted: number): number[] {
  const now = axes.map((axis, k) => bendAbout(axis, bones[k], bones[k + 1]));
  const span = spanOf(
    bones,
    axes,
    now.map(() => 0),
  );
  if (axes.length === 0 || wanted === span) return now.map(() => 0);
  if (wanted < span) {
    const fold = (s: number) => now.map((bend) => Math.min(s, Math.max(0, maxBent - bend)));
    let high = foldStep;
    while (high < maxBent && spanOf(bones, axes, fold(high)) > wanted) high += foldStep;
    const s = refine(high - foldStep, high, (value) => spanOf(bones, axes, fold(value)) - wanted);
    const straight = now.reduce((sum, bend) => sum + Math.abs(bend), 0) / snapBend;
    const snap = (snapBend * snapBend) / (1 + straight * straight);
    return fold((s * s * s) / (s * s + snap));
  }
  const full = bones.reduce((sum, bone) => sum + norm(bone), 0);
  const eased = span + ease(wanted / full) * full - ease(span / full) * full;
  const straighten = (u: number) => now.map((bend) => -u * bend);
  if (spanOf(bones, axes, straighten(maxStraightened)) <= eased) return straighten(maxStraightened);
  return straighten(refine(0, maxStraightened, (u) => eased - spanOf(bones, axes, straighten(u))));
}

/** Limits a wanted fraction of a leg's length: fractions up to 0.96 are unchanged, and the result is always below 1. */
function ease(fraction: number): number {
  if (fraction <= easeFrom) return fraction;
  const over = (fraction - easeFrom) / (1 - easeFrom);
  return easeFrom + (1 - easeFrom) * (over / (1 + over));
}

/** Returns an approximate zero of a function that falls from ≥ 0 at `low` to ≤ 0 at `high`: false position, Illinois variant. */
function refine(low: number, high: number, valueAt: (x: number) => number): number {
  let a = low;
  let b = high;
  let atA = valueAt(a);
  let atB = valueAt(b);
  if (atA <= 0) return a;
  if (atB >= 0) return b;
  let side = 0;
  let x = b;
  for (let k = 0; k < refinements; k++) {
    x = (a * atB - b * atA) / (atB - atA);
    const y = valueAt(x);
    if (y === 0) return x;
    if (y > 0) {
      a = x;
      atA = y;
      if (side > 0) atB /= 2;
      side = 1;
    } else {
      b = x;
      atB = y;
      if (side < 0) atA /= 2;
      side = -1;
    }
  }
  return x;
}

/** Returns the bend of a joint about its axis, radians; negative if the joint is bent in the opposite direction. */
function bendAbout(axis: Vector, upper: Vector, lower: Vector): number {
  const size = norm(upper) * norm(lower);
  if (!(size > 0)) return 0;
  const bend = acos(Math.max(-1, Math.min(1, dot(upper, lower) / size)));
  return dot(axis, cross(upper, lower)) < 0 ? -bend : bend;
}

/** Returns the distance from the hip to the foot after the bend of every joint is changed. */
function spanOf(bones: readonly Vector[], axes: readonly Vector[], changes: readonly number[]): number {
  return norm(endOf(bones, axes, changes));
}

/** Returns the vector from the hip to the foot; the hip itself is not rotated. */
function endOf(bones: readonly Vector[], axes: readonly Vector[], changes: readonly number[]): Vector {
  let [x, y, z] = bones[bones.length - 1];
  for (let k = axes.length - 1; k >= 0; k--) {
    const [ax, ay, az] = axes[k];
    const c = cos(changes[k]);
    const s = sin(changes[k]);
    const along = (1 - c) * (ax * x + ay * y + az * z);
    const bone = bones[k];
    const turned: Vector = [
      c * x + s * (ay * z - az * y) + along * ax + bone[0],
      c * y + s * (az * x - ax * z) + along * ay + bone[1],
      c * z + s * (ax * y - ay * x) + along * az + bone[2],
    ];
    [x, y, z] = turned;
  }
  return [x, y, z];
}

/**
 * Bends the joints and turns the hip towards `direction`. Returns the end of the leg relative to the hip, and the rotation
 * of its last bone.
 */
function rotateChain(
  pose: Pose,
  chain: readonly number[],
  mover: NodeMover,
  bones: readonly Vector[],
  axes: readonly Vector[],
  changes: readonly number[],
  direction: Vector,
): { end: Vector; turned: Quaternion } {
  const end = endOf(bones, axes, changes);
  const swing = quaternionBetween(normalize(end), normalize(direction));
  rotateVector(end, swing, end);
  mover.turn(pose, chain[0], swing);
  let above = swing;
  for (let k = 0; k < axes.length; k++) {
    // The bones above have been rotated, so the axis of the joint has been rotated too.
    const axis: Vector = [0, 0, 0];
    rotateVector(axis, above, axes[k]);
    const bending = quaternionFromAxisAngle(axis, changes[k]);
    mover.turn(pose, chain[k + 1], bending);
    const next: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(next, bending, above);
    above = next;
  }
  return { end, turned: above };
}

/** Moves the joints between hip and foot by fractions of the remaining error at the leg's end. */
function stretchChain(
  pose: Pose,
  chain: readonly number[],
  mover: NodeMover,
  matrices: Float64Array,
  lack: Vector,
): void {
  const positions = chain.map((node) => originOf(matrices, node));
  const lengths = positions.map((position, k) => (k === 0 ? 0 : distance(positions[k - 1], position)));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let along = 0;
  for (let k = 1; k + 1 < chain.length; k++) {
    along += lengths[k];
    const fraction = total > 0 ? along / total : 0;
    const [x, y, z] = positions[k];
    mover.position(pose, chain[k], [x + fraction * lack[0], y + fraction * lack[1], z + fraction * lack[2]]);
  }
}
