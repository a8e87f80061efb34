/** The builds of the mannequin: how much thicker than the runner each limb is, and additional parts. */
import { ellipsoid } from '../shapes/level-set.ts';
import { heavyParts } from './heavy-parts.ts';
import type { Part } from './part.ts';

/** `heavy` has flesh that can follow through and is bare-chested, so that its flesh is seen. `stout` is as wide, in clothes. */
export type Build = 'runner' | 'heavy' | 'slight' | 'strong' | 'stout';

export interface BuildShape {
  /** Thickness that is added to the parts of a bone, m. Names have neither number nor side. Absent: 0. */
  readonly thickness: Readonly<Record<string, number>>;
  readonly parts: readonly Part[];
  /** Height of the waist, m. */
  readonly waist: number;
  /** Whether belly and hips are so wide that the level sets need a larger grid. */
  readonly isWide: boolean;
}

/** Height of the waist in clothes, m. */
const waist = 1.052;

export const builds: Readonly<Record<Build, BuildShape>> = {
  runner: { thickness: {}, parts: [], waist, isWide: false },
  heavy: { thickness: {}, parts: heavyParts, waist: 1.03, isWide: true },
  slight: {
    thickness: {
      hips: 0.006,
      spine: -0.011,
      chest: -0.012,
      shoulder: -0.009,
      upper_arm: -0.009,
      forearm: -0.005,
      neck: -0.007,
      thigh: 0.003,
      shank: -0.002,
    },
    parts: [{ bone: 'chest', shape: ellipsoid([0.066, 1.282, 0.066], [0.052, 0.05, 0.044]), blend: 0.05 }],
    waist,
    isWide: false,
  },
  strong: {
    thickness: {
      hips: 0.004,
      spine: 0.006,
      chest: 0.013,
      shoulder: 0.01,
      upper_arm: 0.01,
      forearm: 0.006,
      neck: 0.006,
      thigh: 0.007,
      shank: 0.003,
    },
    parts: [],
    waist,
    isWide: false,
  },
  stout: { thickness: {}, parts: heavyParts, waist, isWide: true },
};
