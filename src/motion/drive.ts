import type { DriveFrame } from './drive-frame.ts';
import type { MotionReference } from './motion-reference.ts';

/**
 * Layout of the numbers that describe the motion of a bone's frame at one time, in the frame's own axes:
 *
 *     0 …  2  linear acceleration of its origin, m/s²
 *     3 …  5  angular acceleration, rad/s²
 *     6 … 11  products of angular velocities xx yy zz xy yz zx, (rad/s)²
 *    12 … 14  the world's down direction (of gravity), unit length
 *    15 … 17  angular velocity, rad/s
 *    18 … 20  linear velocity of its origin, m/s
 *
 * In a mirrored frame angular quantities are mirrored too, so that the same formulas hold.
 */
export const driveStride = 21;
export const driveAngular = 3;
export const driveProducts = 6;
export const driveDown = 12;
export const driveSpin = 15;
export const driveVelocity = 18;

/** The motion of a bone's frame over one step. Its contents change from step to step, the arrays do not. */
export interface Drive {
  readonly name: string;
  /** True if no motion connects the two ends of the step. Then nothing may be derived from the difference of `start` and `end`. */
  readonly cut: boolean;
  /** True if the bone has scale 0 at the start or the end of the step. The step is then a cut, and what the bone carries does not move. */
  readonly vanishes?: boolean;
  /** Poses of the frame at the start and at the end of the step. Absent if the source of the drive does not know them. */
  readonly startFrame?: DriveFrame;
  readonly frame?: DriveFrame;
  /** At the start and the end of the step; in between, values are interpolated linearly. [driveStride] */
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** A bone whose motion drives a simulation. Its frame is boneWorld · inverseBind, without scale. */
export interface DriveRequest {
  /** Node of the bone. */
  readonly node: number;
  /** Inverse bind matrix of the skin, column-major, [16]. The frame is the mesh space, which moves with the bone. */
  readonly inverseBind: Float64Array;
  /** Metres per unit of mesh space if the bone is not scaled. Default: the scale of the rig in its rest pose. */
  readonly scale?: number;
  /** The body that carries the actor, if only a part of the body's motion is felt. The world's down direction does not change. */
  readonly reference?: MotionReference;
}

/** The drives of one actor, for systems with the same rate, so that the actor is posed once per step. */
export interface DriveSet {
  /** Returns the drive of a bone: the same object for the same request. Must be called before the first `advance`. */
  add(request: DriveRequest): Drive;
  /**
   * Updates every drive to the motion over [t0, t1], seconds. `before` and `after` are the neighbouring ticks t0 − dt and t1 +
   * dt. The result depends on these four times alone, so a resumed run agrees with an uninterrupted one.
   */
  advance(before: number, t0: number, t1: number, after: number): void;
}

/** A bone that moves faster than this, m/s and rad/s, has jumped: a teleport, or linear keys that connect two distant positions. */
export const maxSpeed = 100;
export const maxAngularSpeed = 100;
