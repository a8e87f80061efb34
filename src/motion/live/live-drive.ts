import { decomposeMatrix } from '../../math/matrix.ts';
import { atan2 } from '../../math/portable.ts';
import { multiplyQuaternions } from '../../math/quaternion.ts';

/** How a bone moves, for what rides on it: in world axes, about the bone's origin. */
export interface Drive {
  readonly name: string;
  /** True when the last pose is not joined to the one before by a motion: velocity and acceleration are zero. */
  readonly cut: boolean;
  /** [3] metres. */
  readonly position: Float64Array;
  /** [4] unit quaternion x y z w. */
  readonly rotation: Float64Array;
  /** [6] linear m/s, then angular rad/s: the mean over the last frame. */
  readonly velocity: Float64Array;
  /** [6] linear m/s², then angular rad/s²: between the means of the last two frames. */
  readonly acceleration: Float64Array;
}

/** A drive of poses that are pushed as they happen. */
export class LiveDrive implements Drive {
  cut = true;
  readonly position = new Float64Array(3);
  readonly rotation = Float64Array.of(0, 0, 0, 1);
  readonly velocity = new Float64Array(6);
  readonly acceleration = new Float64Array(6);
  /** Frames pushed since the last cut, and how long the last one took, seconds. */
  private frames = 0;
  private lastDuration = 0;

  constructor(readonly name: string) {}

  /** The bone's world matrix [16] (column-major, metres), `dt` seconds after the one before. A dt of 0 changes nothing. */
  push(world: ArrayLike<number>, dt: number, cut = false): void {
    if (!(dt > 0) && this.frames > 0 && !cut) return;
    const { translation, rotation } = decomposeMatrix(world);
    if (cut) this.frames = 0;
    this.cut = this.frames === 0;
    const last = Float64Array.from(this.velocity);
    if (this.cut) this.velocity.fill(0);
    else this.measureVelocity(translation, rotation, dt);
    // Two velocities are known from the third pose on; they stand half a frame from their poses.
    const between = (dt + this.lastDuration) / 2;
    for (let k = 0; k < 6; k++) {
      this.acceleration[k] = this.frames < 2 ? 0 : (this.velocity[k] - last[k]) / between;
    }
    this.position.set(translation);
    this.rotation.set(rotation);
    this.lastDuration = dt;
    this.frames++;
  }

  private measureVelocity(translation: readonly number[], rotation: readonly number[], dt: number): void {
    for (let axis = 0; axis < 3; axis++) this.velocity[axis] = (translation[axis] - this.position[axis]) / dt;
    const [x, y, z, w] = this.rotation;
    const turn = [0, 0, 0, 1];
    multiplyQuaternions(turn, rotation, [-x, -y, -z, w]);
    // Of q and −q, the one that turns the short way.
    const sign = turn[3] < 0 ? -1 : 1;
    const sine = Math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2);
    const rate = sine > 0 ? (sign * 2 * atan2(sine, Math.abs(turn[3]))) / (sine * dt) : 0;
    for (let axis = 0; axis < 3; axis++) this.velocity[3 + axis] = turn[axis] * rate;
  }
}
