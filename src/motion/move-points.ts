import { rotateVector } from '../math/quaternion.ts';
import type { RigidPose } from './collider.ts';

/** Applies a transform to points, [3 · n]. out may be `points`. */
export function movePoints(out: Float64Array, move: RigidPose, points: ArrayLike<number>): void {
  for (let k = 0; k < out.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) point[axis] = points[k + axis];
    rotateVector(point, move.rotation, point);
    for (let axis = 0; axis < 3; axis++) out[k + axis] = point[axis] + move.position[axis];
  }
}

const point = new Float64Array(3);
