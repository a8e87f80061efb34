import { createMatrix, type Matrix, multiplyMatrices } from '../../math/matrix.ts';
import { rotateVector } from '../../math/quaternion.ts';
import {
  type Drive,
  driveAngular,
  driveSpin,
  driveStride,
  driveVelocity,
  maxAngularSpeed,
  maxSpeed,
} from '../drive.ts';
import {
  copyDriveFrame,
  createDriveFrame,
  type DriveAnchor,
  type DriveFrame,
  findBindPosition,
  measureRotation,
  measureScale,
  readDriveFrame,
} from '../drive-frame.ts';
import { addProducts, addRotation, rotateIntoFrame, writeDown } from '../drive-moment.ts';
import { measureSpin, turnBy, unspin } from '../rotation-vector.ts';

/** Options of a drive whose bone is moved by the user's own code. */
export interface LiveDriveOptions {
  /** A matrix as in `DriveRequest`, [16]. Default: the identity, so the frame is that of the bone itself. */
  readonly inverseBind?: ArrayLike<number>;
  /** Metres per unit of the space that the bone carries if it is not scaled. Default: the scale of the first pose whose scale is not 0. */
  readonly scale?: number;
}

/** Number of frames whose mean velocities determine the bone's velocity at the last pose. */
const historyLength = 4;

/** Maximum rotation of a frame within one step, radians. */
const rotationOfStep = 0.06;

/**
 * Frames shorter than this, seconds, are merged until their total duration reaches it. Positions on a page are rounded to 32 bits, 1e-6 m
 * at 10 m from the origin, and accelerations divide this error by the square of the time.
 */
export const minFrame = 0.0005;

/** An earlier frame that is shorter than this fraction of the last one gives no reliable velocity. */
const minDurationRatio = 1 / 8;

/** If a pose comes a time ≤ 0 after the last one, and is farther from it than this, m or rad, it is a teleport. */
const stillDistance = 1e-4;

/** The last frame of a drive as a cubic path, for code that evaluates it elsewhere. The arrays are those of the drive. */
export interface DrivePath {
  /** Frames at its start and its end. */
  readonly from: DriveFrame;
  readonly to: DriveFrame;
  /** Linear velocity at its start and its end, m/s in world axes, then angular velocity, rad/s in the axes of the frame. [6] */
  readonly startVelocity: Float64Array;
  readonly endVelocity: Float64Array;
  /** Rotation of the whole frame as a rotation vector, and its derivatives at the start and the end by the fraction of the frame. [3] */
  readonly turn: Float64Array;
  readonly rotationRateStart: Float64Array;
  readonly rotationRateEnd: Float64Array;
}

/**
 * A drive whose poses are pushed at the time they occur. The path between them is a cubic through every pose, with a velocity at each pose
 * that depends only on earlier poses. So there is no delay, no velocity is lost between frames, and the frame rate has little effect: a
 * motion of 2.5 Hz drives flesh of 3.3 Hz at 24 frames per second within 0.5 % of the result at any rate.
 *
 *     drive.push(world, dt)
 *     const n = drive.stepCount;
 *     for (let k = 0; k < n; k++) { drive.advance(k / n, (k + 1) / n); step(drive, dt / n); }
 */
export class LiveDrive implements Drive {
  /** True if no motion connects the last pose to the one before. Velocity and acceleration are then zero. */
  cut = true;
  /** True if the bone has scale 0 in one of the last two poses. */
  vanishes = false;
  /** Result of the last `advance`: see `driveStride`. */
  readonly start = new Float64Array(driveStride);
  readonly end = new Float64Array(driveStride);
  /** Mean velocity over the last frame in world axes: linear m/s, then angular rad/s. [6] */
  readonly velocity = new Float64Array(6);
  /** Acceleration between the middles of the last two frames, in world axes: linear m/s², then angular rad/s². [6] */
  readonly acceleration = new Float64Array(6);

  /**
   * The world's down direction in the space of the poses, unit vector, [3]. Set it before a `push` if that space rotates relative to the
   * world, such as a space that moves with a ship.
   */
  readonly down = Float64Array.of(0, -1, 0);

  /** Number of poses so far. */
  pushes = 0;
  /** Seconds since the last accepted pose. Poses are accepted when this time reaches `minFrame`. */
  waited = 0;

  private readonly inverseBind: Matrix;
  /** `scale` is 0 until there is a pose whose scale is not 0. */
  private readonly anchor: { readonly bind: DriveAnchor['bind']; scale: number };
  private isBroken = false;
  private readonly from = createDriveFrame();
  private readonly to = createDriveFrame();
  /** The vector `down` at both ends of the last frame, [3]. */
  private readonly downFrom = Float64Array.of(0, -1, 0);
  private readonly downTo = Float64Array.of(0, -1, 0);
  /**
   * Mean velocities of the frames since the last cut, latest first. Linear velocities are in world axes, angular ones in the axes of the
   * frame.
   */
  private readonly means: Float64Array[] = Array.from({ length: historyLength }, () => new Float64Array(6));
  private readonly durations = new Float64Array(historyLength);
  /** Number of frames since the last cut, up to `historyLength`; −1 before the first pose. */
  private frames = -1;
  /** Velocity at both ends of the last frame, in the same axes as `means`. */
  private readonly startVelocity = new Float64Array(6);
  private readonly endVelocity = new Float64Array(6);
  private readonly endSpin = this.endVelocity.subarray(3);
  /** Rotation of the last frame as a rotation vector, and its derivatives at both ends. */
  private readonly turn = new Float64Array(3);
  private readonly rotationRateStart = new Float64Array(3);
  private readonly rotationRateEnd = new Float64Array(3);

  /** The last frame. Valid unless it is a cut. */
  readonly path: DrivePath;

  constructor(
    readonly name: string,
    options: LiveDriveOptions = {},
  ) {
    this.inverseBind = options.inverseBind ? Float64Array.from(options.inverseBind) : createMatrix();
    this.anchor = { bind: findBindPosition(this.inverseBind), scale: options.scale ?? 0 };
    const { from, to, startVelocity, endVelocity, turn, rotationRateStart, rotationRateEnd } = this;
    this.path = { from, to, startVelocity, endVelocity, turn, rotationRateStart, rotationRateEnd };
  }

  /** Current pose of the frame: [3] metres, [4] unit quaternion x y z w. */
  get position(): Float64Array {
    return this.to.position;
  }

  get rotation(): Float64Array {
    return this.to.rotation;
  }

  /** Duration of the last frame, seconds. */
  get duration(): number {
    return this.durations[0];
  }

  /**
   * Number of equal steps into which the last frame should be divided, so that a filter with linear input in each step is exact to 0.1 %.
   * The number depends only on the rotation, since in axes that do not rotate the acceleration is linear over a frame.
   */
  get stepCount(): number {
    const x = this.turn[0];
    const y = this.turn[1];
    const z = this.turn[2];
    const angle = Math.sqrt(x * x + y * y + z * z);
    return this.cut ? 1 : Math.max(1, Math.ceil(angle / rotationOfStep));
  }

  /**
   * Takes the bone's world matrix [16] (column-major, metres), `dt` seconds after the previous one. Returns whether there is a frame to
   * advance through, of `duration` seconds.
   *
   * Frames shorter than `minFrame` are merged: `waited` grows, and `start` and `end` keep the motion of the last pose. A dt of 0 with the
   * same pose changes nothing. A dt of 0 with another pose, or a dt < 0, is a cut without duration. A matrix that is not finite changes
   * nothing, and the next finite matrix is a cut.
   */
  push(world: ArrayLike<number>, dt: number, cut = false): boolean {
    const isFirst = this.frames < 0;
    if (Number.isNaN(dt) && !isFirst && !cut) return false;
    const passed = dt > 0 ? dt : 0;
    const total = this.waited + passed;
    const mayWait = !isFirst && !cut && !this.isBroken;
    if (mayWait && passed > 0 && total < minFrame) {
      this.waited = total;
      this.start.set(this.end);
      return false;
    }
    for (let k = 0; k < 16; k++) worldMatrix[k] = world[k];
    multiplyMatrices(frameMatrix, 0, worldMatrix, 0, this.inverseBind, 0);
    let sum = 0;
    for (let k = 0; k < 16; k++) sum += frameMatrix[k];
    if (!Number.isFinite(sum)) {
      this.isBroken = true;
      return false;
    }
    this.readFrame(next, frameMatrix);
    if (mayWait && passed === 0 && !(dt < 0) && this.isStill(next)) return false;
    copyDriveFrame(this.from, this.to);
    copyDriveFrame(this.to, next);
    this.downFrom.set(isFirst ? this.down : this.downTo);
    this.downTo.set(this.down);
    measureRotation(this.turn, this.from.rotation, this.to.rotation);
    this.vanishes = this.from.vanishes || this.to.vanishes;
    this.cut = !mayWait || passed === 0 || this.jumps(total);
    this.isBroken = false;
    this.waited = 0;
    this.pushes++;
    if (this.cut) {
      this.frames = 0;
      this.durations[0] = total;
      this.velocity.fill(0);
      this.acceleration.fill(0);
      this.endVelocity.fill(0);
    } else {
      this.measureVelocities(total);
    }
    this.advance(0, 1);
    return total > 0;
  }

  /** Returns whether a world matrix [16] equals the last pose, to 0.1 mm and 1e-4 rad. */
  isAt(world: ArrayLike<number>): boolean {
    for (let k = 0; k < 16; k++) worldMatrix[k] = world[k];
    multiplyMatrices(frameMatrix, 0, worldMatrix, 0, this.inverseBind, 0);
    if (this.frames < 0 || !frameMatrix.every(Number.isFinite)) return false;
    this.readFrame(next, frameMatrix);
    return this.isStill(next);
  }

  /** Sets the drive to a stationary bone, for a frame in which nothing was pushed. */
  hold(): void {
    for (const moment of [this.start, this.end]) {
      moment.fill(0);
      writeDown(moment, this.to.rotation, this.to.mirror, this.downTo);
    }
  }

  /** Sets the drive to the motion between two fractions of the last frame, 0 ≤ s0 < s1 ≤ 1. */
  advance(s0: number, s1: number): void {
    if (this.cut) {
      this.hold();
      return;
    }
    const { start, end } = this;
    this.measureAt(start, s0);
    this.measureAt(end, s1);
    // The products are interpolated linearly, although it is the angular velocity that is linear in time. This correction gives the
    // products the right mean.
    for (let axis = 0; axis < 3; axis++) spin[axis] = end[driveSpin + axis] - start[driveSpin + axis];
    addProducts(start, spin, -1 / 6);
    addProducts(end, spin, -1 / 6);
  }

  private readFrame(out: DriveFrame, matrix: Matrix): void {
    if (!(this.anchor.scale > 0)) this.anchor.scale = measureScale(matrix);
    readDriveFrame(out, matrix, this.anchor);
  }

  private isStill({ position, rotation, mirror, vanishes }: DriveFrame): boolean {
    const { to } = this;
    if (vanishes !== to.vanishes) return false;
    measureRotation(moved, to.rotation, rotation);
    const turn = Math.hypot(moved[0], moved[1], moved[2]);
    for (let axis = 0; axis < 3; axis++) moved[axis] = position[axis] - to.position[axis];
    const distance = Math.hypot(moved[0], moved[1], moved[2]);
    return mirror === to.mirror && turn <= stillDistance && distance <= stillDistance;
  }

  private jumps(dt: number): boolean {
    const { from, to, turn } = this;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const way = to.position[axis] - from.position[axis];
      square += way * way;
    }
    if (from.mirror !== to.mirror || this.vanishes) return true;
    const [farthest, widest] = [maxSpeed * dt, maxAngularSpeed * dt];
    return (
      square > farthest * farthest ||
      turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] > widest * widest
    );
  }

  private measureVelocities(dt: number): void {
    const { from, to, turn, means, durations, velocity, acceleration, startVelocity, endVelocity } = this;
    lastVelocity.set(velocity);
    const oldest = means[historyLength - 1];
    for (let n = historyLength - 1; n > 0; n--) means[n] = means[n - 1];
    means[0] = oldest;
    durations.copyWithin(1, 0);
    durations[0] = dt;
    this.frames = Math.min(this.frames + 1, historyLength);
    for (let axis = 0; axis < 3; axis++) {
      means[0][axis] = (to.position[axis] - from.position[axis]) / dt;
      means[0][3 + axis] = turn[axis] / dt;
    }
    startVelocity.set(this.frames === 1 ? means[0] : endVelocity);
    this.extrapolate(endVelocity);
    unspin(this.rotationRateEnd, turn, this.endSpin);
    for (let axis = 0; axis < 3; axis++) {
      this.rotationRateEnd[axis] *= dt;
      this.rotationRateStart[axis] = startVelocity[3 + axis] * dt;
    }
    velocity.set(means[0]);
    for (let axis = 0; axis < 3; axis++) meanSpin[axis] = means[0][3 + axis];
    rotateVector(worldSpin, to.rotation, meanSpin);
    velocity.set(worldSpin, 3);
    const between = (dt + durations[1]) / 2;
    for (let k = 0; k < 6; k++)
      acceleration[k] = this.frames < 2 ? 0 : (velocity[k] - lastVelocity[k]) / between;
  }

  /** Computes the velocity at the last pose, as the derivative of the interpolating polynomial of the last poses (Newton's form). */
  private extrapolate(out: Float64Array): void {
    const { means, durations } = this;
    let frames = 1;
    while (frames < this.frames && durations[frames] >= minDurationRatio * durations[0]) frames++;
    for (let k = 0; k < 6; k++) {
      for (let n = 0; n < frames; n++) differences[n] = means[n][k];
      let value = differences[0];
      let product = 1;
      for (let order = 1; order < frames; order++) {
        let span = 0;
        for (let n = 0; n < order; n++) span += durations[n];
        product *= span;
        // Divided differences, computed in place: each is divided by the time span of its poses.
        for (let n = 0; n + order < frames; n++) {
          differences[n] = (differences[n] - differences[n + 1]) / (span + durations[n + order]);
          span += durations[n + order] - durations[n];
        }
        value += differences[0] * product;
      }
      out[k] = value;
    }
  }

  private measureAt(out: Float64Array, s: number): void {
    const { from, to, startVelocity, endVelocity, turn, rotationRateStart, rotationRateEnd } = this;
    const dt = this.durations[0];
    const square = 1 / (dt * dt);
    for (let axis = 0; axis < 3; axis++) {
      const v0 = startVelocity[axis] * dt;
      const v1 = endVelocity[axis] * dt;
      const way = to.position[axis] - from.position[axis];
      linear[axis] = ((6 - 12 * s) * way + (6 * s - 4) * v0 + (6 * s - 2) * v1) * square;
      speed[axis] = (v0 + s * (2 * (3 * way - 2 * v0 - v1) + s * 3 * (v0 + v1 - 2 * way))) / dt;
      const t1 = turn[axis];
      const m0 = rotationRateStart[axis];
      const m1 = rotationRateEnd[axis];
      theta[axis] = s * (m0 + s * (3 * t1 - 2 * m0 - m1 + s * (m0 + m1 - 2 * t1)));
      first[axis] = (m0 + s * (2 * (3 * t1 - 2 * m0 - m1) + s * 3 * (m0 + m1 - 2 * t1))) / dt;
      second[axis] = (2 * (3 * t1 - 2 * m0 - m1) + s * 6 * (m0 + m1 - 2 * t1)) * square;
    }
    const { mirror } = to;
    turnBy(rotation, from.rotation, theta);
    measureSpin(spin, angular, theta, first, second);
    out.fill(0);
    rotateIntoFrame(out, 0, rotation, linear, mirror);
    rotateIntoFrame(out, driveVelocity, rotation, speed, mirror);
    for (let axis = 0; axis < 3; axis++) {
      const flip = axis > 0 ? mirror : 1;
      out[driveAngular + axis] = angular[axis] * flip;
      spin[axis] *= flip;
    }
    addRotation(out, spin, 1);
    this.writeDownAt(out, s);
  }

  private writeDownAt(out: Float64Array, s: number): void {
    const { downFrom, downTo } = this;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      downAt[axis] = downFrom[axis] + s * (downTo[axis] - downFrom[axis]);
      square += downAt[axis] * downAt[axis];
    }
    const inverse = square > 0 ? 1 / Math.sqrt(square) : 1;
    for (let axis = 0; axis < 3; axis++) downAt[axis] *= inverse;
    writeDown(out, rotation, this.to.mirror, downAt);
  }
}

const next = createDriveFrame();
const moved = new Float64Array(3);
const worldMatrix = createMatrix();
const frameMatrix = createMatrix();
const differences = new Float64Array(historyLength);
const meanSpin = new Float64Array(3);
const lastVelocity = new Float64Array(6);
const worldSpin = new Float64Array(3);
const linear = new Float64Array(3);
const speed = new Float64Array(3);
const theta = new Float64Array(3);
const first = new Float64Array(3);
const second = new Float64Array(3);
const spin = new Float64Array(3);
const angular = new Float64Array(3);
const downAt = new Float64Array(3);
const rotation = new Float64Array(4);
