import { areaVector } from '../geometry/simplex.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { MeshMeasures } from '../motion/measure-mesh.ts';

/** Height of the bottom of a shape, as a fraction of the height of the shape. */
const bottomFraction = 0.005;
/**
 * minFilled: minimum fraction of the face of the bounding box that a flat bottom covers. clearly: minimum ratio of this fraction to that of
 * the other axis.
 */
const minFilled = 0.2;
const clearly = 3;

/** Guesses the up axis of a shape from its flat bottom: y or z. Null if the shape has no flat bottom. */
export function guessUp(mesh: TriangleMesh, { min, max }: MeshMeasures): 'y' | 'z' | null {
  const filled = (axis: 1 | 2) => {
    const [u, v] = [0, axis === 1 ? 2 : 1];
    const face = (max[u] - min[u]) * (max[v] - min[v]);
    return face > 0 ? bottomArea(mesh, axis, min[axis], max[axis]) / face : 0;
  };
  const [y, z] = [filled(1), filled(2)];
  if (y >= minFilled && y >= clearly * z) return 'y';
  return z >= minFilled && z >= clearly * y ? 'z' : null;
}

/** Returns the area of the triangles of the bottom. */
function bottomArea({ positions, indices }: TriangleMesh, axis: number, low: number, high: number): number {
  const limit = low + bottomFraction * (high - low);
  let area = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [indices[k], indices[k + 1], indices[k + 2]];
    if ([a, b, c].every((vertex) => positions[3 * vertex + axis] <= limit)) {
      area += Math.abs(areaVector(positions, a, b, c)[axis]);
    }
  }
  return area;
}
