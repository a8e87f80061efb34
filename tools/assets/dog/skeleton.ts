/** Joints of the dog in its rest pose: metres, Y up, facing +Z, its left at +X, standing. */
import { type BonePosition, indexOfBone, listBones } from '../shapes/list-bones.ts';
import type { Bone } from '../shapes/write-character.ts';

const middle: readonly BonePosition[] = [
  ['hips', '', [0, 0.45, -0.24]],
  ['spine.1', 'hips', [0, 0.455, -0.12]],
  ['spine.2', 'spine.1', [0, 0.455, 0]],
  ['chest', 'spine.2', [0, 0.45, 0.11]],
  ['neck', 'chest', [0, 0.49, 0.22]],
  ['head', 'neck', [0, 0.6, 0.31]],
  ['tail.1', 'hips', [0, 0.485, -0.33]],
  ['tail.2', 'tail.1', [0, 0.545, -0.41]],
  ['tail.3', 'tail.2', [0, 0.63, -0.455]],
];

const left: readonly BonePosition[] = [
  ['ear.1', 'head', [0.068, 0.68, 0.315]],
  ['ear.2', 'ear.1', [0.095, 0.63, 0.32]],
  ['upper_arm', 'chest', [0.075, 0.36, 0.165]],
  ['forearm', 'upper_arm', [0.075, 0.235, 0.105]],
  ['hand', 'forearm', [0.07, 0.035, 0.13]],
  ['thigh', 'hips', [0.07, 0.38, -0.25]],
  ['shank', 'thigh', [0.075, 0.25, -0.195]],
  ['foot', 'shank', [0.07, 0.115, -0.31]],
];

export const bones: readonly Bone[] = listBones(middle, left);

/** Returns the index of a bone by its name. */
export function boneIndex(name: string): number {
  return indexOfBone(bones, name);
}
