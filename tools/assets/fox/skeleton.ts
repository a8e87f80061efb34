/** Joints of the fox in its rest pose: metres, Y up, facing +Z, its left at +X, standing. */
import { type BonePosition, indexOfBone, listBones } from '../shapes/list-bones.ts';
import type { Bone } from '../shapes/write-character.ts';

const middle: readonly BonePosition[] = [
  ['hips', '', [0, 0.385, -0.2]],
  ['spine.1', 'hips', [0, 0.395, -0.11]],
  ['spine.2', 'spine.1', [0, 0.392, -0.005]],
  ['chest', 'spine.2', [0, 0.385, 0.1]],
  ['neck', 'chest', [0, 0.405, 0.19]],
  ['head', 'neck', [0, 0.5, 0.272]],
  ['tail.1', 'hips', [0, 0.39, -0.262]],
  ['tail.2', 'tail.1', [0, 0.376, -0.34]],
  ['tail.3', 'tail.2', [0, 0.353, -0.425]],
  ['tail.4', 'tail.3', [0, 0.33, -0.51]],
  ['tail.5', 'tail.4', [0, 0.312, -0.595]],
];

// The last joint of a paw is in its pad, so that planted toes bend without sliding on the ground.
const left: readonly BonePosition[] = [
  ['ear', 'head', [0.04, 0.562, 0.268]],
  ['shoulder', 'chest', [0.042, 0.405, 0.118]],
  ['upper_arm', 'shoulder', [0.06, 0.31, 0.185]],
  ['forearm', 'upper_arm', [0.06, 0.235, 0.105]],
  ['hand', 'forearm', [0.054, 0.085, 0.125]],
  ['fingers', 'hand', [0.053, 0.014, 0.148]],
  ['thigh', 'hips', [0.055, 0.36, -0.205]],
  ['shank', 'thigh', [0.066, 0.255, -0.137]],
  ['foot', 'shank', [0.058, 0.14, -0.255]],
  ['toes', 'foot', [0.056, 0.014, -0.213]],
];

export const bones: readonly Bone[] = listBones(middle, left);

/** Returns the index of a bone by its name. */
export function boneIndex(name: string): number {
  return indexOfBone(bones, name);
}
