import { atan2 } from '../../math/portable.ts';
import {
  multiplyQuaternions,
  type Quaternion,
  quaternionFromAxisAngle,
  rotateVector,
} from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { type BodyEnd, planBody } from './body-ground.ts';
import { findFeet } from './find-feet.ts';
import type { GroundHeight } from './fit-ground.ts';
import { type FlatMotion, tabulateFlat } from './flat-table.ts';
import { foldLeg, legChain } from './fold-leg.ts';
import { FootGround, layOnPlane, turnOfPlane } from './foot-ground.ts';
import { NodeMover } from './node-mover.ts';
import { RigSpace } from './rig-space.ts';
import { originOf, type Vector } from './vectors.ts';

/** A body pitches no more than this, radians (40°). */
const steepestPitch = 0.7;

/**
 * Lets a figure that moves over level ground follow another: returns what turns its flat pose at time t, carry included, into
 * the one over `ground`. See README.md beside this file. `ground` is how high the ground stands above level at any place of the
 * way, both in rig units and rig axes.
 */
export function followFloor(
  rig: Rig,
  motion: FlatMotion,
  ground: GroundHeight,
): (pose: Pose, t: number) => void {
  const table = tabulateFlat(rig, motion);
  const feet = table.feet.map((_, f) => new FootGround(table, f, ground));
  const body = planBody(table, feet, ground);
  const space = new RigSpace(
    rig,
    table.feet.flatMap(({ foot }) => legChain(foot)),
  );
  const mover = new NodeMover(rig, space);
  const roots = findRoots(rig);
  const level = motion.floor - motion.softDepth;

  return (pose, t) => {
    const time = motion.repeats ? t : Math.min(t, motion.period);
    const turns = motion.period > 0 ? time / motion.period : 0;
    space.update(pose);
    const { matrices } = space;
    const [x, y, z] = pose.carry;
    // Where the feet shall stand, before anything moves.
    const goals = table.feet.map(({ foot }, f) => {
      const plane = feet[f].planeAt(turns);
      const turn = turnOfPlane(plane);
      const place = originOf(matrices, foot.node);
      return { turn, place: layOnPlane(plane, turn, level, [place[0] + x, place[1] + y, place[2] + z]) };
    });
    const raises = body.map((end) => end.raiseAt(turns));
    pose.carry[1] += raises.reduce((sum, raise) => sum + raise, 0) / raises.length;
    const pitch = pitchBody(pose, roots, hipsOf(body, table.feet, matrices), raises);
    if (pitch) space.update(pose);
    const [px, py, pz, pw] = pitch ?? [0, 0, 0, 1];
    for (let f = 0; f < goals.length; f++) {
      const { place, turn } = goals[f];
      const target: Vector = [place[0] - x, place[1] - pose.carry[1], place[2] - z];
      const own: Quaternion = [0, 0, 0, 1];
      multiplyQuaternions(own, turn, [-px, -py, -pz, pw]);
      foldLeg(pose, table.feet[f].foot, table.feet[f].hinges, space, mover, target, own);
    }
  };
}

/** The middle of the hips of each end of the body. */
function hipsOf(
  body: readonly BodyEnd[],
  feet: readonly { readonly foot: { readonly leg: readonly number[]; readonly node: number } }[],
  matrices: Float64Array,
): Vector[] {
  return body.map((end) => {
    const middle: Vector = [0, 0, 0];
    for (const f of end.feet) {
      const hip = originOf(matrices, feet[f].foot.leg[0] ?? feet[f].foot.node);
      for (let axis = 0; axis < 3; axis++) middle[axis] += hip[axis] / end.feet.length;
    }
    return middle;
  });
}

/** Turns a body with two ends so that its front is raised more than its back, about the middle of both. Returns the turn. */
function pitchBody(
  pose: Pose,
  roots: readonly number[],
  hips: readonly Vector[],
  raises: readonly number[],
): Quaternion | null {
  if (hips.length < 2) return null;
  const [front, back] = hips;
  const dx = front[0] - back[0];
  const dz = front[2] - back[2];
  const length = Math.sqrt(dx * dx + dz * dz);
  if (!(length > 0)) return null;
  const slope = atan2(raises[0] - raises[1], length);
  const angle = Math.min(steepestPitch, Math.max(-steepestPitch, slope));
  const turn = quaternionFromAxisAngle([-dz / length, 0, dx / length], angle);
  const middle = front.map((value, axis) => (value + back[axis]) / 2);
  for (const root of roots) {
    const place: Vector = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) place[axis] = pose.translation[3 * root + axis] - middle[axis];
    rotateVector(place, turn, place);
    for (let axis = 0; axis < 3; axis++) pose.translation[3 * root + axis] = place[axis] + middle[axis];
    const rotation = pose.rotation.subarray(4 * root, 4 * root + 4);
    multiplyQuaternions(rotation, turn, rotation);
  }
  return turn;
}

/** The nodes without a parent that carry points of the figure or joints of its skins. */
function findRoots(rig: Rig): number[] {
  const roots = new Set<number>();
  for (const start of [...findFeet(rig).nodes, ...rig.skins.flatMap((skin) => [...skin.joints])]) {
    let node = start;
    while (rig.nodes[node].parent >= 0) node = rig.nodes[node].parent;
    roots.add(node);
  }
  return [...roots].sort((a, b) => a - b);
}
