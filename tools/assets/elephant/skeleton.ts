/** Joints of the calf in its rest pose: metres, Y up, facing +Z, its left at +X, standing. */
import { type BonePosition, indexOfBone, listBones } from '../shapes/list-bones.ts';
import type { Bone } from '../shapes/write-character.ts';

const middle: readonly BonePosition[] = [
  ['hips', '', [0, 0.68, -0.32]],
  ['spine', 'hips', [0, 0.72, -0.02]],
  ['chest', 'spine', [0, 0.72, 0.22]],
  ['neck', 'chest', [0, 0.8, 0.38]],
  ['head', 'neck', [0, 0.84, 0.5]],
  ['trunk.1', 'head', [0, 0.74, 0.7]],
  ['trunk.2', 'trunk.1', [0, 0.6, 0.765]],
  ['trunk.3', 'trunk.2', [0, 0.47, 0.79]],
  ['trunk.4', 'trunk.3', [0, 0.34, 0.8]],
  ['trunk.5', 'trunk.4', [0, 0.23, 0.825]],
  ['tail.1', 'hips', [0, 0.7, -0.53]],
  ['tail.2', 'tail.1', [0, 0.58, -0.6]],
];

const left: readonly BonePosition[] = [
  ['ear', 'head', [0.14, 0.9, 0.46]],
  ['upper_arm', 'chest', [0.15, 0.6, 0.25]],
  ['forearm', 'upper_arm', [0.15, 0.345, 0.27]],
  ['hand', 'forearm', [0.15, 0.09, 0.25]],
  ['thigh', 'hips', [0.145, 0.6, -0.3]],
  ['shank', 'thigh', [0.145, 0.345, -0.28]],
  ['foot', 'shank', [0.145, 0.09, -0.305]],
];

export const bones: readonly Bone[] = listBones(middle, left);

/** Returns the index of a bone by its name. */
export function boneIndex(name: string): number {
  return indexOfBone(bones, name);
}
