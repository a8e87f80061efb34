import type { Pose } from '../pose.ts';
import type { Stance } from './plan-stances.ts';

/** How a clip's character gets across the ground. Made once by `planTravel`, then asked for poses at any t ≥ 0. */
export interface Travel {
  /**
   * `inPlace`: a gait on the spot, carried forward here. `travelling`: the clip's own root motion, kept and accumulated
   * per repeat. `still`: neither (a wave, a dance, a turning wheel); looped or held, never carried.
   */
  readonly kind: 'inPlace' | 'travelling' | 'still';
  /** Height of the figure in its rest pose, rig units. */
  readonly height: number;
  /** Mean speed over a period, rig units / s; 0 when still. */
  readonly speed: number;
  /** Seconds until the pose repeats, the bridge from the last pose to the first included. */
  readonly period: number;
  /** Clip time at t = 0, seconds: at t the clip stands at origin + t, less whole periods where it repeats. */
  readonly origin: number;
  /** False when it is played once and then held. */
  readonly repeats: boolean;
  /** Rig-space height of the ground's surface: planted soles end `softDepth` below it. */
  readonly floor: number;
  /** What remains of foot sliding after pinning, as shares of the height (0.01 = 1 %); null when still. */
  readonly slide: TravelSlide | null;
  /** When its feet stand; absent where nothing is planted. */
  readonly steps?: TravelSteps;
  /** How deep planted soles stand below the floor, rig units; absent: not at all. */
  readonly softDepth?: number;
  /** Why it stays in place, in words, where it is `still`; else absent. */
  readonly stillReason?: string;
  /** For the report: unit-free words about what was detected, corrected, or could not be. */
  readonly warnings: readonly string[];

  /**
   * Writes the pose at time t ≥ 0 into `pose`: samples the clip (repeated as the kind asks), pins planted feet, sets
   * `pose.carry`. Leaves `pose.root` alone and does not call `updateWorld`. Deterministic: portable functions only.
   */
  apply(pose: Pose, t: number): void;

  /** True when (t0, t1] holds a jump that is not a motion: a STEP key that jumps, or a repeat of a clip that cannot be bridged. */
  cutBetween(t0: number, t1: number): boolean;
}

/** When each foot stands, in samples of a period: `count` samples make one. */
export interface TravelSteps {
  readonly count: number;
  /** Of each foot, in the order of `findFeet`, in order of their start. */
  readonly stances: readonly (readonly Stance[])[];
}

/** How far planted feet slide with each kind of travel, in metres. */
export interface TravelSlide {
  /**
   * Before pinning, at constant and at varying speed: the worst way of a sole vertex over the ground in one stance, and the
   * root mean square distance from the mean place. Alike where the clip travels by itself.
   */
  readonly constantMax: number;
  readonly constantRms: number;
  readonly varyingMax: number;
  /** After pinning: worst vertex, and the value that nine in ten stay under. */
  readonly pinnedMax: number;
  readonly pinnedNinetieth: number;
  /** Largest distance that pinning moved a foot by against the body, the lowering by `softDepth` not counted. */
  readonly correction: number;
}
