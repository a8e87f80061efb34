import { clamp } from '../math/clamp.ts';

/** A point of a triangle as barycentric coordinates, and its squared distance from the query point. */
export interface TrianglePoint {
  a: number;
  b: number;
  c: number;
  square: number;
}

/**
 * Finds the point of a triangle nearest to (x, y, z). The corners are at [3 · i], [3 · j], [3 · k] of `positions`. A triangle without area
 * is treated as a line or a point. Ericson 2004, section 5.1.5.
 */
export function nearestOnTriangle(
  out: TrianglePoint,
  positions: ArrayLike<number>,
  i: number,
  j: number,
  k: number,
  x: number,
  y: number,
  z: number,
): void {
  const ax = positions[3 * i];
  const ay = positions[3 * i + 1];
  const az = positions[3 * i + 2];
  const ux = positions[3 * j] - ax;
  const uy = positions[3 * j + 1] - ay;
  const uz = positions[3 * j + 2] - az;
  const wx = positions[3 * k] - ax;
  const wy = positions[3 * k + 1] - ay;
  const wz = positions[3 * k + 2] - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = wx * px + wy * py + wz * pz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uw = ux * wx + uy * wy + uz * wz;
  const ww = wx * wx + wy * wy + wz * wz;
  const d3 = d1 - uu;
  const d4 = d2 - uw;
  const d5 = d1 - uw;
  const d6 = d2 - ww;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let b = 0;
  let c = 0;
  if (uu * ww - uw * uw <= 1e-14 * uu * ww) {
    // The triangle has practically no area: its corners lie on the line through those two corners that are farthest apart.
    const bb = uu - 2 * uw + ww;
    if (bb >= uu && bb >= ww) {
      c = bb > 0 ? clamp((d4 - d3) / bb, 0, 1) : 0;
      b = 1 - c;
    } else if (uu >= ww) b = clamp(d1 / uu, 0, 1);
    else c = clamp(d2 / ww, 0, 1);
  } else if (d1 <= 0 && d2 <= 0) {
    // The nearest point is the first corner.
  } else if (d3 >= 0 && d4 <= d3) {
    b = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    b = d1 / (d1 - d3);
  } else if (d6 >= 0 && d5 <= d6) {
    c = 1;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    c = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    c = (d4 - d3) / (d4 - d3 + (d5 - d6));
    b = 1 - c;
  } else {
    const sum = va + vb + vc;
    b = sum > 0 ? vb / sum : 0;
    c = sum > 0 ? vc / sum : 0;
  }
  out.a = 1 - b - c;
  out.b = b;
  out.c = c;
  const dx = px - b * ux - c * wx;
  const dy = py - b * uy - c * wy;
  const dz = pz - b * uz - c * wz;
  out.square = dx * dx + dy * dy + dz * dz;
}
