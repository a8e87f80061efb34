import type { SurfaceAnchors } from '../../../motion/point-set.ts';
import type { SkinSurface } from '../../../motion/skin-surface.ts';

/** Corners of a triangle, x y z each. Scratch. */
const corners = new Float64Array(9);

/** Writes the position of an anchored point to out [3] m, at a fraction 0..1 of the surface's step. */
export function placeOnSkin(
  out: Float64Array,
  surface: SkinSurface,
  anchors: SurfaceAnchors,
  point: number,
  fraction: number,
): void {
  const { indices, start, end } = surface;
  const triangle = 3 * anchors.triangles[point];
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * indices[triangle + corner];
    for (let axis = 0; axis < 3; axis++) {
      const from = start[v + axis];
      const to = end[v + axis];
      corners[3 * corner + axis] =
        fraction === 1 ? to : fraction === 0 ? from : from + (to - from) * fraction;
    }
  }
  placeInTriangle(out, anchors, point);
}

/** Computes the position of an anchored point from vertices [3 · vertexCount] of any time. */
export function placeOnVertices(
  out: Float64Array,
  indices: Uint32Array,
  vertices: Float64Array,
  anchors: SurfaceAnchors,
  point: number,
): void {
  const triangle = 3 * anchors.triangles[point];
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * indices[triangle + corner];
    for (let axis = 0; axis < 3; axis++) corners[3 * corner + axis] = vertices[v + axis];
  }
  placeInTriangle(out, anchors, point);
}

function placeInTriangle(out: Float64Array, { weights, heights }: SurfaceAnchors, point: number): void {
  const u = weights[2 * point];
  const v = weights[2 * point + 1];
  const w = 1 - u - v;
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = u * corners[axis] + v * corners[3 + axis] + w * corners[6 + axis];
  }
  const height = heights ? heights[point] : 0;
  if (height === 0) return;
  const [ax, ay, az] = [corners[3] - corners[0], corners[4] - corners[1], corners[5] - corners[2]];
  const [bx, by, bz] = [corners[6] - corners[0], corners[7] - corners[1], corners[8] - corners[2]];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  // A triangle that has shrunk to nothing has no normal, so the point stays on it.
  if (length === 0) return;
  out[0] += (height * nx) / length;
  out[1] += (height * ny) / length;
  out[2] += (height * nz) / length;
}
