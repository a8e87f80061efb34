import { driveAngular, driveDown, driveProducts, driveSpin } from './drive.ts';
import { type DriveFrame, measureTurn } from './drive-frame.ts';

/**
 * out [driveStride] = how a frame moves at a tick, from the poses `dt` before and after it; null where no motion joins
 * them.
 *
 * Second differences: the mean of the true acceleration under a hat two steps wide. Their sum over the ticks is exactly
 * the change of velocity, about exactly the right time, whatever happens between: so a clip with linear keys, whose
 * velocity jumps at every key, gives an impulse of the right size at any rate. Angular velocity is the mean of the turns
 * before and after, products are the mean of theirs, which sums exactly over turns at even speed.
 *
 * With one neighbour missing, accelerations stay as they are in `out` (the caller's choice); with both, all but the down
 * direction is 0.
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
  out.fill(0, driveSpin, driveSpin + 3);
  if (before && after) {
    for (let axis = 0; axis < 3; axis++) {
      const change = after.position[axis] - at.position[axis] - (at.position[axis] - before.position[axis]);
      vector[axis] = change * rate * rate;
    }
    turnIntoFrame(out, 0, rotation, vector, mirror);
    measureTurn(turnBefore, before.rotation, rotation);
    measureTurn(turnAfter, rotation, after.rotation);
    for (let axis = 0; axis < 3; axis++) {
      const flip = axis > 0 ? mirror : 1;
      turnBefore[axis] *= rate * flip;
      turnAfter[axis] *= rate * flip;
      out[driveAngular + axis] = (turnAfter[axis] - turnBefore[axis]) * rate;
    }
    addTurn(out, turnBefore, 0.5);
    addTurn(out, turnAfter, 0.5);
  } else if (before || after) {
    measureTurn(turnAfter, (before ?? at).rotation, (after ?? at).rotation);
    for (let axis = 0; axis < 3; axis++) turnAfter[axis] *= rate * (axis > 0 ? mirror : 1);
    addTurn(out, turnAfter, 1);
  } else {
    out.fill(0, 0, driveProducts);
  }
  writeDown(out, rotation, mirror);
}

/** Adds a share of an angular velocity and of its products to a moment. */
export function addTurn(out: Float64Array, spin: Float64Array, share: number): void {
  addProducts(out, spin, share);
  for (let axis = 0; axis < 3; axis++) out[driveSpin + axis] += share * spin[axis];
}

/** Adds a share of an angular velocity's products to a moment. */
export function addProducts(out: Float64Array, spin: Float64Array, share: number): void {
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  out[driveProducts] += share * x * x;
  out[driveProducts + 1] += share * y * y;
  out[driveProducts + 2] += share * z * z;
  out[driveProducts + 3] += share * x * y;
  out[driveProducts + 4] += share * y * z;
  out[driveProducts + 5] += share * z * x;
}

/** The world's down direction in a frame's axes; `direction`: where it points where the rotation is measured. */
export function writeDown(
  out: Float64Array,
  rotation: Float64Array,
  mirror: 1 | -1,
  direction: Float64Array = down,
): void {
  turnIntoFrame(out, driveDown, rotation, direction, mirror);
}

/** out[offset…] = a world vector in a frame's axes. */
export function turnIntoFrame(
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
const turnBefore = new Float64Array(3);
const turnAfter = new Float64Array(3);
