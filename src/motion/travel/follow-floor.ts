import type { Vector } from '../../geometry/vector.ts';
import { multiplyQuaternions, type Quaternion } from '../../math/quaternion.ts';
import type { Pose } from '../pose.ts';
import { type CharacterResponse, describeResponse } from '../response/character-response.ts';
import { FootLoads } from '../response/foot-loads.ts';
import {
  type FootPlacement,
  FootResponse,
  type PlantedStances,
  type ResponseOptions,
} from '../response/foot-response.ts';
import type { Rig } from '../rig.ts';
import { leanBody, middleHip, planBody, planPaths } from './body-ground.ts';
import { poseCharacterPoints } from './character-points.ts';
import type { GroundHeight } from './fit-ground.ts';
import { type FlatMotion, tabulateFlat } from './flat-table.ts';
import { foldLeg, legChain } from './fold-leg.ts';
import { FootGround } from './foot-ground.ts';
import { NodeMover } from './node-mover.ts';
import { originOf } from './origin-of.ts';
import { RigSpace } from './rig-space.ts';
import { findRoots, turnRoots } from './root-nodes.ts';
import { lowest } from './track-soles.ts';

/** A motion over a ground. */
export interface FollowedMotion {
  /** Converts the level pose at time t, including carry, to the pose over the ground. */
  apply(pose: Pose, t: number): void;
  /** How the ground answers to the feet. Null if it does not. */
  readonly response: CharacterResponse | null;
}

/**
 * Lets a character that moves over level ground follow another ground. See README.md in this folder. `ground` is the height of the ground above level at
 * any position, in rig units and rig axes. `answer`: how the ground answers to the feet, and where they are in the scene.
 */
export function followFloor(
  rig: Rig,
  motion: FlatMotion,
  ground: GroundHeight,
  answer?: ResponseOptions & { readonly placement: FootPlacement },
): FollowedMotion {
  const table = tabulateFlat(rig, motion);
  const loads = answer && motion.period > 0 ? new FootLoads(table) : null;
  const paths = planPaths(table, ground);
  const respond =
    answer && loads
      ? (foot: number, stances: PlantedStances) =>
          new FootResponse(table, foot, stances, ground, loads, answer.placement, answer)
      : undefined;
  const feet = table.feet.map((_, f) => {
    return new FootGround(table, f, ground, paths.find((path) => path.feet.includes(f)) ?? paths[0], respond);
  });
  const body = planBody(table, feet, paths, loads);
  const space = new RigSpace(
    rig,
    table.feet.flatMap(({ foot, corners }) => [...legChain(foot), ...corners.nodes]),
  );
  const mover = new NodeMover(rig, space);
  const roots = findRoots(rig);
  const soles = table.feet.map(({ corners }) => new Float64Array(3 * corners.count));

  const apply = (pose: Pose, t: number) => {
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
      return feet[f].layAt(periods, lowest(soles[f]) + y, position);
    });
    const hips = body.ends.map((end) => {
      return middleHip(end.feet.map((f) => originOf(matrices, legChain(table.feet[f].foot)[0])));
    });
    const lean = leanBody(
      hips,
      body.ends.map((end) => end.raiseAt(periods)),
      body.tiltAt?.(periods),
    );
    pose.carry[1] += lean.raise;
    if (body.ends.length > 1 || body.tiltAt) {
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
  return { apply, response: answer ? describeResponse(table, feet, answer.mass) : null };
}
