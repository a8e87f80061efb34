import type { Vector } from '../../geometry/vector.ts';
import { multiplyQuaternions, type Quaternion } from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { leanBody, middleHip, planBody, planPaths } from './body-ground.ts';
import { poseCharacterPoints } from './character-points.ts';
import type { GroundHeight } from './fit-ground.ts';
import { type FlatMotion, tabulateFlat } from './flat-table.ts';
import { foldLeg, legChain } from './fold-leg.ts';
import { FootGround, layOnPlane, rotationOfPlane } from './foot-ground.ts';
import { NodeMover } from './node-mover.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';
import { findRoots, turnRoots } from './root-nodes.ts';
import { lowest } from './track-soles.ts';

/**
 * Lets a character that moves over level ground follow another ground. Returns a function that converts its level pose at time t,
 * including carry, to the pose over `ground`. See README.md in this folder. `ground` is the height of the ground above level at
 * any position, in rig units and rig axes.
 */
export function followFloor(
  rig: Rig,
  motion: FlatMotion,
  ground: GroundHeight,
): (pose: Pose, t: number) => void {
  const table = tabulateFlat(rig, motion);
  const paths = planPaths(table, ground);
  const feet = table.feet.map((_, f) => {
    return new FootGround(table, f, ground, paths.find((path) => path.feet.includes(f)) ?? paths[0]);
  });
  const body = planBody(table, feet, paths);
  const space = new RigSpace(
    rig,
    table.feet.flatMap(({ foot, corners }) => [...legChain(foot), ...corners.nodes]),
  );
  const mover = new NodeMover(rig, space);
  const roots = findRoots(rig);
  const soles = table.feet.map(({ corners }) => new Float64Array(3 * corners.count));

  return (pose, t) => {
    const time = motion.repeats ? t : Math.min(t, motion.period);
    const periods = motion.period > 0 ? time / motion.period : 0;
    space.update(pose);
    const { matrices } = space;
    const [x, y, z] = pose.carry;
    // All footprints are chosen before any node moves.
    const goals = table.feet.map(({ foot, corners }, f) => {
      poseCharacterPoints(soles[f], corners, matrices);
      const [ownX, ownY, ownZ] = originOf(matrices, foot.node);
      const position: Vector = [ownX + x, ownY + y, ownZ + z];
      const plane = feet[f].planeAt(periods, position[0], position[2]);
      const turn = rotationOfPlane(plane);
      return { turn, place: layOnPlane(plane, turn, lowest(soles[f]) + y, position) };
    });
    const hips = body.map((end) => {
      return middleHip(end.feet.map((f) => originOf(matrices, legChain(table.feet[f].foot)[0])));
    });
    const lean = leanBody(
      hips,
      body.map((end) => end.raiseAt(periods)),
    );
    pose.carry[1] += lean.raise;
    if (body.length > 1) {
      turnRoots(pose, roots, lean.turn, lean.middle);
      space.update(pose);
    }
    const [px, py, pz, pw] = lean.turn;
    for (let f = 0; f < goals.length; f++) {
      const { place: position, turn } = goals[f];
      const target: Vector = [position[0] - x, position[1] - pose.carry[1], position[2] - z];
      const own: Quaternion = [0, 0, 0, 1];
      multiplyQuaternions(own, turn, [-px, -py, -pz, pw]);
      const { foot, hinges } = table.feet[f];
      foldLeg(pose, foot, hinges, space, mover, { target, turn: own, hold: feet[f].holdAt(periods) });
    }
  };
}
