import { slerp } from '../../../math/slerp.ts';
import type { RigidCollider } from '../../../motion/collider.ts';

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
