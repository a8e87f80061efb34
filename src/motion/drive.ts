import type { MotionReference } from './motion-reference.ts';

/**
 * Numbers that say how a bone's frame moves at one time, in the frame's own axes:
 *
 *     0 …  2  linear acceleration of its origin, m/s²
 *     3 …  5  angular acceleration, rad/s²
 *     6 … 11  products of angular velocities xx yy zz xy yz zx, (rad/s)²
 *    12 … 14  the world's down direction (gravity's), unit length
 *    15 … 17  angular velocity, rad/s
 *
 * Angular quantities are mirrored with the axes where the frame mirrors, so that formulas hold in either case.
 */
export const driveStride = 18;
export const driveAngular = 3;
export const driveProducts = 6;
export const driveDown = 12;
export const driveSpin = 15;

/** How a bone's frame moves over one step. What it holds changes from step to step, the arrays stay. */
export interface Drive {
  readonly name: string;
  /** True when no motion joins the two ends of the step: nothing may be made of the way between them. */
  readonly cut: boolean;
  /** True when the bone is scaled to nothing at an end of the step, which is then a cut: what the bone carries is at rest. */
  readonly vanishes?: boolean;
  /** [driveStride] at the beginning and the end of the step; in between it is taken as linear. */
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** A bone whose frame drives something: boneWorld · inverseBind, scale taken out. */
export interface DriveRequest {
  /** Node of the bone. */
  readonly node: number;
  /** [16] the skin's, column-major; the frame is mesh space carried by the bone. */
  readonly inverseBind: Float64Array;
  /** Metres to a unit of mesh space when the bone is not scaled; that of the rig at rest when absent. */
  readonly scale?: number;
  /** What carries the actor, where only a part of that motion is felt; the world's down direction stays. */
  readonly reference?: MotionReference;
}

/** The drives of one actor, for systems of one rate: the actor is posed once a step for all of them. */
export interface DriveSet {
  /** The drive of a bone; the same object for the same request. To be called before the first `advance`. */
  add(request: DriveRequest): Drive;
  /**
   * Makes every drive hold the motion over [t0, t1], seconds. `before` and `after` are the ticks around, t0 − dt and
   * t1 + dt. What a step holds depends on these four alone, so a run that is resumed agrees with one that was not.
   */
  advance(before: number, t0: number, t1: number, after: number): void;
}

/**
 * Faster than this, m/s and rad/s, a bone has jumped: what moves a figure so far in so short a time, a teleport or keys that
 * join two places by a line, is no motion.
 */
export const topSpeed = 100;
export const topTurn = 100;
