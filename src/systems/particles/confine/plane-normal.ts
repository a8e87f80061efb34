import { cross, norm } from '../../../geometry/vector.ts';
import type { Shape } from '../shape.ts';

const sampleCount = 24;

/** Returns the unit normal [3] of the plane that contains a shape; null if there is none. Its sign has no meaning. */
export function planeNormal(shape: Shape): Float64Array | null {
  if (shape.dimension === 3) return null;
  const { positions, count } = shape.sample(sampleCount, 1);
  const normal = new Float64Array(3);
  let largest = 0;
  for (let i = 1; i + 1 < count; i++) {
    const u = [0, 1, 2].map((axis) => positions[3 * i + axis] - positions[axis]);
    const v = [0, 1, 2].map((axis) => positions[3 * i + 3 + axis] - positions[axis]);
    const area = cross(u, v);
    const length = norm(area);
    if (length <= largest) continue;
    largest = length;
    for (let axis = 0; axis < 3; axis++) normal[axis] = area[axis] / length;
  }
  if (largest === 0) return null;
  for (let i = 1; i < count; i++) {
    let height = 0;
    for (let axis = 0; axis < 3; axis++) height += normal[axis] * (positions[3 * i + axis] - positions[axis]);
    if (Math.abs(height) > 1e-6 * Math.sqrt(largest)) return null;
  }
  return normal;
}
