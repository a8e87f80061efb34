import { slerp } from '../../../math/quaternion.ts';
import type { RigidCollider } from '../../../motion/collider.ts';

/** More poses than this between the start and the end of a step are not made; the report says when that happened. */
export const maxPoses = 1024;

/**
 * Poses that a step of a surface is swept by, the end pose included: none of the points that matter travels more than
 * `spacing` along the ground between two of them.
 */
export function countPoses(travel: number, spacing: number): number {
  return Math.max(1, Math.min(maxPoses, Math.ceil(travel / spacing - 1e-9)));
}

/**
 * Returns the distance that a rounded body may move between two poses: s = √(8Rδ) with δ = cell / 4. The ridges between two poses
 * are then a quarter cell high.
 */
export function roundedSpacing(radius: number, cell: number): number {
  return Math.max(cell, Math.sqrt(2 * radius * cell));
}

const rotation = [0, 0, 0, 1];

/** Writes the matrix of the body at fraction s in [0, 1] of its step into out [12], as rows of [R | t]. */
export function writeRigidMatrix(out: Float64Array, collider: RigidCollider, s: number): void {
  const { start, end } = collider;
  if (s === 1) {
    for (let k = 0; k < 4; k++) rotation[k] = end.rotation[k];
  } else {
    slerp(rotation, start.rotation, end.rotation, s);
  }
  const [x, y, z, w] = rotation;
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[4] = 2 * (x * y + z * w);
  out[5] = 1 - 2 * (x * x + z * z);
  out[6] = 2 * (y * z - x * w);
  out[8] = 2 * (x * z - y * w);
  out[9] = 2 * (y * z + x * w);
  out[10] = 1 - 2 * (x * x + y * y);
  for (let row = 0; row < 3; row++) {
    const from = start.position[row];
    const to = end.position[row];
    out[4 * row + 3] = s === 1 ? to : from + (to - from) * s;
  }
}
