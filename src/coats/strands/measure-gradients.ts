import { cross } from '../../geometry/vector.ts';

/**
 * Returns the gradients of u, then v, along a skin [6 · vertexCount], 1/m: means over the triangles of each vertex, weighted by area.
 * texcoords [2 · triangles.length]: one pair for each corner, so that seams do not matter.
 */
export function measureGradients(
  positions: ArrayLike<number>,
  triangles: Uint32Array,
  texcoords: ArrayLike<number>,
): Float64Array {
  const vertexCount = positions.length / 3;
  const out = new Float64Array(6 * vertexCount);
  const areas = new Float64Array(vertexCount);
  const slope = new Float64Array(6);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const first = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const second = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const normal = cross(first, second);
    const square = normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2;
    if (!(square > 0)) continue;
    const area = Math.sqrt(square);
    const alongFirst = cross(second, normal);
    const alongSecond = cross(normal, first);
    for (let which = 0; which < 2; which++) {
      const from = texcoords[2 * k + which];
      const rise = texcoords[2 * (k + 1) + which] - from;
      const rise2 = texcoords[2 * (k + 2) + which] - from;
      for (let axis = 0; axis < 3; axis++) {
        // The gradient is multiplied by the area, its weight.
        slope[3 * which + axis] = (rise * alongFirst[axis] + rise2 * alongSecond[axis]) / area;
      }
    }
    for (let corner = 0; corner < 3; corner++) {
      const v = triangles[k + corner];
      areas[v] += area;
      for (let i = 0; i < 6; i++) out[6 * v + i] += slope[i];
    }
  }
  for (let v = 0; v < vertexCount; v++) {
    if (areas[v] > 0) for (let i = 0; i < 6; i++) out[6 * v + i] /= areas[v];
  }
  return out;
}
