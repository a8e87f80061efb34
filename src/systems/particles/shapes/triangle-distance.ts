import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import type { TriangleReader } from './triangle-shape.ts';

/** Squared distance of a point to the triangle that the reader holds. Ericson 2004, Real-Time Collision Detection, 5.1.5. */
export function squaredDistance(triangle: TriangleReader, x: number, y: number, z: number): number {
  const { ax, ay, az } = triangle;
  const abx = triangle.bx - ax;
  const aby = triangle.by - ay;
  const abz = triangle.bz - az;
  const acx = triangle.cx - ax;
  const acy = triangle.cy - ay;
  const acz = triangle.cz - az;
  const apx = x - ax;
  const apy = y - ay;
  const apz = z - az;
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  let [along, across] = [0, 0];
  if (d1 > 0 || d2 > 0) {
    const ab = abx * abx + aby * aby + abz * abz;
    const ac = acx * acx + acy * acy + acz * acz;
    const abac = abx * acx + aby * acy + abz * acz;
    // The same products for the corners b and c.
    const [d3, d4] = [d1 - ab, d2 - abac];
    const [d5, d6] = [d1 - abac, d2 - ac];
    const va = d3 * d6 - d5 * d4;
    const vb = d5 * d2 - d1 * d6;
    const vc = d1 * d4 - d3 * d2;
    if (d3 >= 0 && d4 <= d3) along = 1;
    else if (d6 >= 0 && d5 <= d6) across = 1;
    else if (vc <= 0 && d1 >= 0 && d3 <= 0) along = d1 / (d1 - d3);
    else if (vb <= 0 && d2 >= 0 && d6 <= 0) across = d2 / (d2 - d6);
    else if (va <= 0 && d4 >= d3 && d5 >= d6) {
      across = (d4 - d3) / (d4 - d3 + (d5 - d6));
      along = 1 - across;
    } else {
      const sum = va + vb + vc;
      along = vb / sum;
      across = vc / sum;
    }
  }
  const dx = apx - along * abx - across * acx;
  const dy = apy - along * aby - across * acy;
  const dz = apz - along * abz - across * acz;
  return dx * dx + dy * dy + dz * dz;
}

/** [6 · n] for `buildBoxTree`. */
export function boxesOfTriangles({ positions, indices }: TriangleMesh): Float64Array {
  const boxes = new Float64Array(2 * indices.length);
  for (let k = 0, o = 0; k < indices.length; k += 3, o += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * indices[k] + axis];
      const b = positions[3 * indices[k + 1] + axis];
      const c = positions[3 * indices[k + 2] + axis];
      boxes[o + axis] = Math.min(a, b, c);
      boxes[o + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}
