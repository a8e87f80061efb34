/** Poses of animals with four legs of two bones and a foot. The rotations of the middle bones are given; legs follow by inverse kinematics. */
import { conjugateQuaternion, type Quaternion, rotateVector } from '../../../src/math/quaternion.ts';
import { bendLeg } from './bend-leg.ts';
import type { Vector } from './level-set.ts';
import { indexOfBone } from './list-bones.ts';
import type { SkeletonPose } from './sample-poses.ts';
import { product, turnAbout } from './turns.ts';
import type { Bone } from './write-character.ts';

export type Side = 'L' | 'R';

/** Rotations in degrees relative to the parent. Positive: nose down, to the left, to the right. */
export type Attitude = readonly [pitch: number, yaw: number, roll: number];

export interface FootTarget {
  /** World position of the ankle joint, metres. */
  readonly ankle: Vector;
  /** Pitch of the foot in the world, toes down positive, degrees. */
  readonly lean: number;
}

export interface QuadrupedPose {
  /** Position of the first bone's joint, metres. */
  readonly root: Vector;
  /** Rotations by the names of bones. Absent bones do not rotate relative to their parents. */
  readonly turns: Readonly<Record<string, Attitude>>;
  readonly fore: Readonly<Record<Side, FootTarget>>;
  readonly hind: Readonly<Record<Side, FootTarget>>;
}

const foreLeg = ['upper_arm', 'forearm', 'hand'] as const;
const hindLeg = ['thigh', 'shank', 'foot'] as const;

/** Returns the rotation by roll, then pitch, then yaw, about fixed axes. */
export function attitudeTurn([pitch, yaw, roll]: Attitude): Quaternion {
  return product(turnAbout([0, 1, 0], yaw), product(turnAbout([1, 0, 0], pitch), turnAbout([0, 0, 1], roll)));
}

/**
 * Returns the pose of the skeleton. The bones of the legs are `upper_arm`, `forearm`, `hand` and `thigh`, `shank`, `foot`. kneeFore,
 * kneeHind: the knees bend forwards (1) or backwards (−1).
 */
export function poseQuadruped(
  bones: readonly Bone[],
  pose: QuadrupedPose,
  kneeFore: 1 | -1,
  kneeHind: 1 | -1,
): SkeletonPose {
  const world: Quaternion[] = [];
  const positions: Vector[] = [];
  bones.forEach(({ name, parent, position }, index) => {
    const attitude = pose.turns[name];
    const own: Quaternion = attitude ? attitudeTurn(attitude) : [0, 0, 0, 1];
    if (parent < 0) {
      world[index] = own;
      positions[index] = pose.root;
      return;
    }
    world[index] = product(world[parent], own);
    const arm: [number, number, number] = [0, 0, 0];
    const at = bones[parent].position;
    rotateVector(arm, world[parent], [position[0] - at[0], position[1] - at[1], position[2] - at[2]]);
    positions[index] = positions[parent].map((p, i) => p + arm[i]) as unknown as Vector;
  });
  for (const side of ['L', 'R'] as const) {
    for (const [names, foot, knee] of [
      [foreLeg, pose.fore[side], kneeFore],
      [hindLeg, pose.hind[side], kneeHind],
    ] as const) {
      const [a, b, c] = names.map((name) => indexOfBone(bones, `${name}.${side}`));
      const rest = [bones[a].position, bones[b].position, bones[c].position] as const;
      [world[a], world[b]] = bendLeg(bones[a].name, rest, positions[a], foot.ankle, knee);
      world[c] = turnAbout([1, 0, 0], foot.lean);
    }
  }
  const rotations = bones.map(({ parent }, index) =>
    parent < 0 ? world[index] : product(conjugateQuaternion(world[parent]), world[index]),
  );
  return { root: pose.root, rotations };
}
