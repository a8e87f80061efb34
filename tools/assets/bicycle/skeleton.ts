/** Joints of the bicycle in its rest pose: metres, Y up, riding towards +Z, its left at +X, the tyres on y = 0. */
import type { Vector } from '../shapes/level-set.ts';
import { indexOfBone } from '../shapes/list-bones.ts';
import type { Bone } from '../shapes/write-character.ts';

/** Outer radius of a tyre, and radius of its tube. Sumner 1999: the bicycle is about 2 m long, and the tyres are 8 cm wide. */
export const wheelRadius = 0.36;
export const tyreRadius = 0.04;

export const rearHub: Vector = [0, wheelRadius, -0.5];
export const frontHub: Vector = [0, wheelRadius, 0.63];
export const wheelbase = frontHub[2] - rearHub[2];
export const bracket: Vector = [0, 0.3, -0.06];
export const crankLength = 0.17;
/** Distance of the pedals' centres from the middle of the bicycle. */
export const pedalOut = 0.125;
export const headTop: Vector = [0, 0.98, 0.36];
export const headBottom: Vector = [0, 0.83, 0.42];
export const saddle: Vector = [0, 0.93, -0.25];
export const grip: Vector = [0.3, 1.09, 0.33];

const steeringLength = Math.hypot(headTop[1] - headBottom[1], headTop[2] - headBottom[2]);
/** Unit vector along the steering axis, upward. */
export const steeringAxis: Vector = [
  0,
  (headTop[1] - headBottom[1]) / steeringLength,
  (headTop[2] - headBottom[2]) / steeringLength,
];

/** The root is at the contact point of the rear tyre. */
export const bicycleBones: readonly Bone[] = [
  { name: 'bicycle', parent: -1, position: [0, 0, rearHub[2]] },
  { name: 'rear_wheel', parent: 0, position: rearHub },
  { name: 'crank', parent: 0, position: bracket },
  { name: 'pedal.L', parent: 2, position: [pedalOut, bracket[1] - crankLength, bracket[2]] },
  { name: 'pedal.R', parent: 2, position: [-pedalOut, bracket[1] + crankLength, bracket[2]] },
  { name: 'fork', parent: 0, position: headTop },
  { name: 'front_wheel', parent: 5, position: frontHub },
];

/** Returns the index of a bone by its name. */
export function bicycleBone(name: string): number {
  return indexOfBone(bicycleBones, name);
}
