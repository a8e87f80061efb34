/** Joints of the mannequin in its rest pose (A-pose): metres, Y up, facing +Z, its left at +X. */
import type { Vector } from '../shapes/level-set.ts';
import { type BonePosition, indexOfBone, listBones } from '../shapes/list-bones.ts';
import type { Bone } from '../shapes/write-character.ts';

export type { Vector };

/** Height of the mannequin including soles, metres. */
export const mannequinHeight = 1.75;

/**
 * Height of the top of the head, and of the hair on it, metres. Depths in the ground are fractions of a character's height, so hair must not
 * change it.
 */
export const crown = 1.751326322555542;

/** Angle of the arms from the vertical in the rest pose, radians. */
export const armAngle = Math.PI / 6;

// Thigh and shank are 0.245 and 0.246 of the height (Winter 2009, table 4.1); a sole of 25 mm is under the ankle.
const middle: readonly BonePosition[] = [
  ['hips', '', [0, 0.965, 0]],
  ['spine.1', 'hips', [0, 1.05, -0.004]],
  ['spine.2', 'spine.1', [0, 1.16, -0.008]],
  ['chest', 'spine.2', [0, 1.275, -0.012]],
  ['neck', 'chest', [0, 1.465, -0.022]],
  ['head', 'neck', [0, 1.555, -0.002]],
];

const left: readonly BonePosition[] = [
  ['shoulder', 'chest', [0.028, 1.425, -0.008]],
  ['upper_arm', 'shoulder', [0.178, 1.41, -0.018]],
  ['forearm', 'upper_arm', [0.318, 1.1675, -0.024]],
  ['hand', 'forearm', [0.44, 0.956, -0.004]],
  ['thigh', 'hips', [0.09, 0.941, 0]],
  ['shank', 'thigh', [0.085, 0.519, 0.008]],
  ['foot', 'shank', [0.08, 0.095, -0.012]],
  // The flex line of a shoe lies in its sole, so that planted toes bend without being pushed along the ground.
  ['toes', 'foot', [0.08, 0.012, 0.112]],
];

export const bones: readonly Bone[] = listBones(middle, left);

/** Returns the index of a bone by its name. */
export function boneIndex(name: string): number {
  return indexOfBone(bones, name);
}
