import type { Pose } from '../pose.ts';
import type { Stance } from './plan-stances.ts';

/** How a clip's character moves across the ground. Created once by `planTravel`. Gives the pose at any time t ≥ 0. */
export interface Travel {
  /**
   * `inPlace`: an in-place gait, which travel moves forward. `travelling`: a clip with its own root motion, which is accumulated over
   * repeats. `still`: any other clip (a wave, a dance, a turning wheel), repeated or held, never moved. `sequence`: several clips one after
   * the other, or clips along a path.
   */
  readonly kind: 'inPlace' | 'travelling' | 'still' | 'sequence';
  /** Height of the character in its rest pose, rig units. */
  readonly height: number;
  /** The names of the clips of a sequence; absent for one clip. */
  readonly title?: string;
  /** True if the carry is a position on a path in the world. Absent: it is a displacement from the position of the actor. */
  readonly isPlaced?: boolean;
  /** Mean speed over a period, rig units / s; 0 when still. */
  readonly speed: number;
  /** Seconds until the pose repeats, including the bridge from the last pose to the first. */
  readonly period: number;
  /** Clip time at t = 0, seconds: at t the clip is at origin + t, minus whole periods if it repeats. */
  readonly origin: number;
  /** False if the clip is played once and its last pose is then held. */
  readonly repeats: boolean;
  /** Rig-space height of the ground's surface: planted soles end `softDepth` below it. */
  readonly floor: number;
  /** Remaining foot sliding after pinning, as fractions of the height (0.01 = 1 %); null if still. */
  readonly slide: TravelSlide | null;
  /** The stances of the feet. Absent if no foot is planted. */
  readonly steps?: TravelSteps;
  /** Depth of planted soles below the floor, rig units. Absent means 0. */
  readonly softDepth?: number;
  /** The reason why the character stays in place. Absent unless `kind` is `still`. */
  readonly stillReason?: string;
  /** Texts for the report, without units: what was detected, corrected, or could not be corrected. */
  readonly warnings: readonly string[];

  /**
   * Writes the pose at time t ≥ 0 into `pose`: samples the clip (repeated if its kind requires it), pins planted feet, sets
   * `pose.carry`. Does not change `pose.root` and does not call `updateWorld`. Deterministic: portable functions only.
   */
  apply(pose: Pose, t: number): void;

  /** Returns true if (t0, t1] contains a jump: a STEP key that jumps, or a repeat of a clip whose last pose is too far from its first. */
  cutBetween(t0: number, t1: number): boolean;
}

/** When each foot stands, in samples: a period has `count` samples. */
export interface TravelSteps {
  readonly count: number;
  /** Stances of each foot, in the order of `findFeet`, sorted by start. */
  readonly stances: readonly (readonly Stance[])[];
}

/** Distances that planted feet slide with each kind of travel, in metres. */
export interface TravelSlide {
  /**
   * Before pinning, with the character moved at constant and at varying speed: the maximum displacement of a sole vertex over the ground in
   * one stance, and the root mean square distance from the mean position. The values for both speeds are equal if the clip travels by
   * itself.
   */
  readonly constantMax: number;
  readonly constantRms: number;
  readonly varyingMax: number;
  /** After pinning: the maximum slide over all vertices, and the 90th percentile. */
  readonly pinnedMax: number;
  readonly pinnedPercentile90: number;
  /** Maximum displacement of a foot relative to the body that pinning causes, without the lowering by `softDepth`. */
  readonly correction: number;
}
