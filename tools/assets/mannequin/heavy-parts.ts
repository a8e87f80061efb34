/** Additional parts of the heavy mannequin: belly, hips, thighs, chest and arms with flesh. */

import { ellipsoid, roundedCone } from '../shapes/level-set.ts';
import type { Part } from './part.ts';

export const heavyParts: readonly Part[] = [
  { bone: 'spine.1', shape: ellipsoid([0, 1.075, 0.075], [0.172, 0.135, 0.145]), blend: 0.07 },
  { bone: 'spine.2', shape: ellipsoid([0, 1.175, 0.045], [0.158, 0.11, 0.118]), blend: 0.08 },
  { bone: 'spine.1', shape: ellipsoid([0.1, 1.06, -0.018], [0.088, 0.1, 0.1]), blend: 0.07 },
  { bone: 'hips', shape: ellipsoid([0, 0.985, 0.035], [0.175, 0.09, 0.125]), blend: 0.07 },
  { bone: 'hips', shape: ellipsoid([0.085, 0.925, -0.062], [0.098, 0.1, 0.088]), blend: 0.06 },
  { bone: 'chest', shape: ellipsoid([0.078, 1.315, 0.052], [0.09, 0.07, 0.07]), blend: 0.06 },
  { bone: 'chest', shape: ellipsoid([0, 1.29, -0.008], [0.17, 0.14, 0.12]), blend: 0.07 },
  {
    bone: 'thigh.L',
    shape: ellipsoid([0.113, 0.79, 0.008], [0.09, 0.17, 0.1], [0.06, 0.998, 0]),
    blend: 0.06,
  },
  { bone: 'thigh.L', shape: roundedCone([0.1, 0.78, 0], [0.088, 0.57, 0.006], 0.084, 0.06), blend: 0.05 },
  {
    bone: 'shank.L',
    shape: roundedCone([0.084, 0.375, -0.024], [0.08, 0.17, -0.016], 0.055, 0.034),
    blend: 0.05,
  },
  {
    bone: 'upper_arm.L',
    shape: roundedCone([0.19, 1.39, -0.018], [0.305, 1.19, -0.024], 0.063, 0.046),
    blend: 0.04,
  },
  {
    bone: 'forearm.L',
    shape: roundedCone([0.325, 1.155, -0.022], [0.42, 0.99, -0.008], 0.046, 0.032),
    blend: 0.03,
  },
  { bone: 'neck', shape: roundedCone([0, 1.45, -0.022], [0, 1.57, 0.006], 0.062, 0.056), blend: 0.05 },
  { bone: 'head', shape: ellipsoid([0, 1.6, 0.02], [0.066, 0.05, 0.064]), blend: 0.05 },
];
