import { normalizeQuaternion } from '../../../../math/quaternion.ts';
import { hashUnit } from '../../../../math/random.ts';
import { driveDown, driveStride } from '../../../../motion/drive.ts';
import { createDriveFrame, type DriveFrame } from '../../../../motion/drive-frame.ts';
import { createFlesh } from '../../create-flesh.ts';
import { settleFlesh, stepFlesh } from '../../step.ts';
import { makeRod } from '../../testing/lumped-part.ts';
import { createBoxShape, createCapsule, createGroundShape, type TouchShape } from '../touch-shape.ts';
import { TouchSurface } from '../touch-surface.ts';
import { placeBody, rodMesh } from './rod-touch.ts';

/** Steps of one run. */
const stepCount = 4;

/** The results of `fuzzTouch`. */
export interface FuzzResult {
  /** Steps in which anything was touched. */
  readonly touched: number;
  /** Maximum of displacement / limit over all shown states, and number of states that are beyond it or not finite. */
  readonly maxRatio: number;
  readonly faults: number;
}

/**
 * Runs flesh that random bodies touch: they jump, overlap it deeply, squeeze it from two sides and move fast; steps take from 1e-5 s to 10 s, the bone
 * accelerates by up to 1e4 m/s², and limits are from 0.1 mm to 1 m.
 */
export function fuzzTouch(runCount: number, seed: number): FuzzResult {
  const part = makeRod();
  const surface = new TouchSurface(part, [rodMesh()]);
  const [{ shapes, vertices }] = part.surfaces;
  let [touched, maxRatio, faults] = [0, 0, 0];
  for (let run = 0; run < runCount; run++) {
    let drawn = 0;
    const unit = () => hashUnit(seed, run, drawn++);
    const signed = () => 2 * unit() - 1;
    const limit = 10 ** (-4 + 4 * unit());
    const state = createFlesh(part, {
      maxDisplacement: limit,
      strength: unit() < 0.2 ? 100 : 1,
      stiffness: 10 ** (2 + 5 * unit()),
    });
    state.enableTouch(surface);
    const shapeOf = (): TouchShape => {
      const kind = unit();
      if (kind < 0.2) {
        const height = 0.3 * signed();
        return createGroundShape((x, z) => height + 0.2 * x - 0.1 * z);
      }
      const size = () => 10 ** (-3 + 3 * unit());
      if (kind < 0.6) return createBoxShape(createCapsule([size(), 0, 0], [0, size(), 0], size()));
      return createBoxShape({
        center: [signed(), 0, 0],
        axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        half: [size(), size(), unit() < 0.3 ? 0 : size()],
        radius: unit() < 0.5 ? 0 : size(),
      });
    };
    const poseOf = (reach: number): DriveFrame => {
      const frame = createDriveFrame();
      const far = unit() < 0.05 ? 1e4 : reach;
      for (let axis = 0; axis < 3; axis++) frame.position[axis] = far * signed() + (axis === 1 ? 0.25 : 0);
      frame.rotation.set([signed(), signed(), signed(), 1]);
      normalizeQuaternion(frame.rotation, frame.rotation);
      if (unit() < 0.1) frame.mirror = -1;
      return frame;
    };
    const bodies = Array.from({ length: 1 + Math.floor(3 * unit()) }, () => ({
      shape: shapeOf(),
      friction: unit() < 0.3 ? 0 : 2 * unit(),
      frame: poseOf(0.1),
    }));
    const own = createDriveFrame();
    const moment = new Float64Array(driveStride);
    moment[driveDown + 1] = -1;
    settleFlesh(state, moment);
    for (let step = 0; step < stepCount; step++) {
      const [start, end] = [moment.slice(), moment.slice()];
      const pull = unit() < 0.2 ? 1e4 : 10;
      for (let axis = 0; axis < 3; axis++) end[axis] = pull * signed();
      const posed = bodies.map((body) => {
        const before = body.frame;
        if (unit() < 0.5) body.frame = poseOf(0.2);
        return placeBody(body.shape, body.friction, body.frame, unit() < 0.3 ? body.frame : before);
      });
      const moved = { start: own, end: own };
      const dt = 10 ** (-5 + 6 * unit());
      stepFlesh(state, { name: '', cut: false, start, end }, dt, {
        part: moved,
        joints: [moved],
        bodies: posed,
      });
      if (state.touch!.count > 0) touched++;
      let square = 0;
      for (let vertex = 0; vertex < vertices.length; vertex++) {
        let own = 0;
        for (let axis = 0; axis < 3; axis++) {
          let u = 0;
          for (let mode = 0; mode < part.modeCount; mode++) {
            u += state.amplitudes[mode] * shapes[3 * (mode * vertices.length + vertex) + axis];
          }
          own += u * u;
        }
        if (!(own <= square)) square = own;
      }
      const ratio = Math.sqrt(square) / limit;
      if (!(ratio <= 1 + 1e-9)) faults++;
      if (!(ratio <= maxRatio)) maxRatio = ratio;
    }
  }
  return { touched, maxRatio, faults };
}
