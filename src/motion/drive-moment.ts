import { driveAngular, driveDown, driveProducts, driveSpin, driveStride, driveVelocity } from './drive.ts';
import { type DriveFrame, measureRotation } from './drive-frame.ts';

/**
 * Computes the motion of a frame at a tick from the poses `dt` before and after the tick. out: [driveStride]. A null pose means that the
 * motion is not continuous on that side.
 *
 * Accelerations are second differences: the mean of the true acceleration, weighted by a hat function two steps wide. Their sum over the
 * ticks is exactly the change of velocity, whatever happens in between. So a clip with linear keys, whose velocity jumps at every key,
 * gives an impulse of the right size at any rate. Velocities are the means of the velocities before and after. The products
 * of angular velocities are the mean of the products before and after, which is exact for rotations at constant speed.
 *
 * If one neighbour is missing, accelerations in `out` are unchanged (the caller chooses them). If both are missing, everything except the
 * down direction is 0.
 */
export function measureMoment(
  out: Float64Array,
  before: DriveFrame | null,
  at: DriveFrame,
  after: DriveFrame | null,
  dt: number,
): void {
  const rate = 1 / dt;
  const { rotation, mirror } = at;
  out.fill(0, driveProducts, driveDown);
  out.fill(0, driveSpin, driveStride);
  if (before && after) {
    for (let axis = 0; axis < 3; axis++) {
      const change = after.position[axis] - at.position[axis] - (at.position[axis] - before.position[axis]);
      vector[axis] = change * rate * rate;
    }
    rotateIntoFrame(out, 0, rotation, vector, mirror);
    measureRotation(rotationBefore, before.rotation, rotation);
    measureRotation(rotationAfter, rotation, after.rotation);
    for (let axis = 0; axis < 3; axis++) {
      const flip = axis > 0 ? mirror : 1;
      rotationBefore[axis] *= rate * flip;
      rotationAfter[axis] *= rate * flip;
      out[driveAngular + axis] = (rotationAfter[axis] - rotationBefore[axis]) * rate;
    }
    addRotation(out, rotationBefore, 0.5);
    addRotation(out, rotationAfter, 0.5);
  } else if (before || after) {
    measureRotation(rotationAfter, (before ?? at).rotation, (after ?? at).rotation);
    for (let axis = 0; axis < 3; axis++) rotationAfter[axis] *= rate * (axis > 0 ? mirror : 1);
    addRotation(out, rotationAfter, 1);
  } else {
    out.fill(0, 0, driveProducts);
  }
  if (before || after) {
    const [from, to] = [before ?? at, after ?? at];
    const inverse = before && after ? 0.5 * rate : rate;
    for (let axis = 0; axis < 3; axis++) vector[axis] = (to.position[axis] - from.position[axis]) * inverse;
    rotateIntoFrame(out, driveVelocity, rotation, vector, mirror);
  }
  writeDown(out, rotation, mirror);
}

/** Adds a fraction of an angular velocity and of its products to a moment. */
export function addRotation(out: Float64Array, spin: Float64Array, fraction: number): void {
  addProducts(out, spin, fraction);
  for (let axis = 0; axis < 3; axis++) out[driveSpin + axis] += fraction * spin[axis];
}

/** Adds a fraction of an angular velocity's products to a moment. */
export function addProducts(out: Float64Array, spin: Float64Array, fraction: number): void {
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  out[driveProducts] += fraction * x * x;
  out[driveProducts + 1] += fraction * y * y;
  out[driveProducts + 2] += fraction * z * z;
  out[driveProducts + 3] += fraction * x * y;
  out[driveProducts + 4] += fraction * y * z;
  out[driveProducts + 5] += fraction * z * x;
}

/** Writes the world's down direction in a frame's axes. `direction`: the down direction in the space in which the rotation is given. */
export function writeDown(
  out: Float64Array,
  rotation: Float64Array,
  mirror: 1 | -1,
  direction: Float64Array = down,
): void {
  rotateIntoFrame(out, driveDown, rotation, direction, mirror);
}

/** Writes a world vector in a frame's axes to out[offset…]. */
export function rotateIntoFrame(
  out: Float64Array,
  offset: number,
  rotation: Float64Array,
  world: Float64Array,
  mirror: 1 | -1,
): void {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const vx = world[0];
  const vy = world[1];
  const vz = world[2];
  const tx = 2 * (z * vy - y * vz);
  const ty = 2 * (x * vz - z * vx);
  const tz = 2 * (y * vx - x * vy);
  out[offset] = mirror * (vx + w * tx - (y * tz - z * ty));
  out[offset + 1] = vy + w * ty - (z * tx - x * tz);
  out[offset + 2] = vz + w * tz - (x * ty - y * tx);
}

const down = Float64Array.of(0, -1, 0);
const vector = new Float64Array(3);
const rotationBefore = new Float64Array(3);
const rotationAfter = new Float64Array(3);
