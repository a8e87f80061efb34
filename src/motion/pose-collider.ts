import { rotateVector } from '../math/quaternion.ts';
import type { Collider } from './collider.ts';

/** Returns the vertices of a collider at the start or the end of its step, world, m, [3 · vertexCount]. Those of a deforming one are its own array. */
export function poseCollider(collider: Collider, time: 'start' | 'end'): Float64Array {
  if (collider.kind === 'deforming') return collider[time];
  const { positions, vertexCount } = collider;
  const { position, rotation } = collider[time];
  const out = new Float64Array(3 * vertexCount);
  const point = [0, 0, 0];
  for (let k = 0; k < out.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) point[axis] = positions[k + axis];
    rotateVector(point, rotation, point);
    for (let axis = 0; axis < 3; axis++) out[k + axis] = point[axis] + position[axis];
  }
  return out;
}
