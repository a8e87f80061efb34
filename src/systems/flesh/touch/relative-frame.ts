import { rotateVector } from '../../../math/quaternion.ts';
import type { DriveFrame } from '../../../motion/drive-frame.ts';
import { rotateIntoFrame } from '../../../motion/drive-moment.ts';

/** The poses of a frame at the start and at the end of a step. */
export interface MovedFrame {
  readonly start: DriveFrame;
  readonly end: DriveFrame;
}

/**
 * Writes the transform from the axes of a frame to those of another frame, metres: three columns of a rotation, then the translation. [12] Null: the
 * axes of the world.
 */
export function relateFrames(out: Float64Array, from: DriveFrame | null, to: DriveFrame): void {
  for (let column = 0; column < 4; column++) {
    vector.fill(0);
    if (column < 3) vector[column] = column === 0 && from ? from.mirror : 1;
    if (from) rotateVector(vector, from.rotation, vector);
    if (column === 3) {
      for (let axis = 0; axis < 3; axis++)
        vector[axis] = (from ? from.position[axis] : 0) - to.position[axis];
    }
    rotateIntoFrame(out, 3 * column, to.rotation, vector, to.mirror);
  }
}

const vector = new Float64Array(3);
