import type { Pose } from './pose.ts';
import type { Clip, Rig } from './rig.ts';
import type { Travel } from './travel/travel.ts';

/** A rig with a clip, placed in the world: poses at any t ≥ 0, in metres. */
export interface Actor {
  readonly name: string;
  readonly rig: Rig;
  readonly clip: Clip | null;
  readonly travel: Travel | null;
  /** Rig units to metres. */
  readonly scale: number;
  /** Height of the figure at rest, metres. */
  readonly height: number;
  readonly warnings: readonly string[];
  /** The pose at t with world matrices, in one shared buffer that the next call overwrites. */
  poseAt(t: number): Pose;
  /** See `Travel.cutBetween`. */
  cutBetween(t0: number, t1: number): boolean;
}
