import { atan2 } from '../math/portable.ts';
import type { BoxTree } from './box-tree.ts';

/**
 * If a point is farther away than this many radii of a node, the triangles of the node count as one dipole. The error is then below 0.02.
 */
const farRatio = 2;

/**
 * Computes how many times triangles surround a point: 1 inside and 0 outside of a closed surface, and a value in between near a hole. The
 * triangles need not be closed, manifold or free of overlaps. Jacobson, Kavan & Sorkine 2013; distant triangles are combined as in Barill
 * et al. 2018 (first order).
 */
export class WindingNumber {
  /** For each node: centre of area, area vector, and radius about the centre. [7 · nodeCount] */
  private readonly dipoles: Float64Array;
  private readonly stack = new Int32Array(128);

  /** tree: a tree of the triangles. corners [9 · triangleCount]: corners of the triangles, in the tree's order. */
  constructor(
    private readonly tree: BoxTree,
    private readonly corners: Float64Array,
  ) {
    const nodeCount = tree.children.length;
    this.dipoles = new Float64Array(7 * nodeCount);
    for (let node = 0; node < nodeCount; node++) this.measureNode(node);
  }

  private measureNode(node: number): void {
    const { corners, dipoles } = this;
    const { boxes, starts, ends } = this.tree;
    const box = 6 * node;
    const dipole = 7 * node;
    let area = 0;
    for (let c = 9 * starts[node]; c < 9 * ends[node]; c += 9) {
      const ux = corners[c + 3] - corners[c];
      const uy = corners[c + 4] - corners[c + 1];
      const uz = corners[c + 5] - corners[c + 2];
      const vx = corners[c + 6] - corners[c];
      const vy = corners[c + 7] - corners[c + 1];
      const vz = corners[c + 8] - corners[c + 2];
      const nx = (uy * vz - uz * vy) / 2;
      const ny = (uz * vx - ux * vz) / 2;
      const nz = (ux * vy - uy * vx) / 2;
      const own = Math.sqrt(nx * nx + ny * ny + nz * nz);
      area += own;
      for (let axis = 0; axis < 3; axis++) {
        dipoles[dipole + axis] +=
          (own * (corners[c + axis] + corners[c + 3 + axis] + corners[c + 6 + axis])) / 3;
      }
      dipoles[dipole + 3] += nx;
      dipoles[dipole + 4] += ny;
      dipoles[dipole + 5] += nz;
    }
    let radius = 0;
    for (let axis = 0; axis < 3; axis++) {
      const centre = area > 0 ? dipoles[dipole + axis] / area : boxes[box + axis];
      dipoles[dipole + axis] = centre;
      radius += Math.max(boxes[box + 3 + axis] - centre, centre - boxes[box + axis]) ** 2;
    }
    dipoles[dipole + 6] = Math.sqrt(radius);
  }

  at(px: number, py: number, pz: number): number {
    const { dipoles, stack } = this;
    const { children, starts, ends } = this.tree;
    let solid = 0;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const d = 7 * node;
      const rx = dipoles[d] - px;
      const ry = dipoles[d + 1] - py;
      const rz = dipoles[d + 2] - pz;
      const square = rx * rx + ry * ry + rz * rz;
      if (square > (farRatio * dipoles[d + 6]) ** 2) {
        solid +=
          (rx * dipoles[d + 3] + ry * dipoles[d + 4] + rz * dipoles[d + 5]) / (square * Math.sqrt(square));
        continue;
      }
      const child = children[node];
      if (child > 0) {
        stack[depth++] = child;
        stack[depth++] = child + 1;
        continue;
      }
      for (let k = starts[node]; k < ends[node]; k++) solid += this.solidAngle(k, px, py, pz);
    }
    return solid / (4 * Math.PI);
  }

  /** Returns the solid angle of a triangle. Van Oosterom & Strackee 1983. */
  private solidAngle(k: number, px: number, py: number, pz: number): number {
    const { corners } = this;
    const c = 9 * k;
    const ax = corners[c] - px;
    const ay = corners[c + 1] - py;
    const az = corners[c + 2] - pz;
    const bx = corners[c + 3] - px;
    const by = corners[c + 4] - py;
    const bz = corners[c + 5] - pz;
    const cx = corners[c + 6] - px;
    const cy = corners[c + 7] - py;
    const cz = corners[c + 8] - pz;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const d = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const spread =
      a * b * d +
      (ax * bx + ay * by + az * bz) * d +
      (bx * cx + by * cy + bz * cz) * a +
      (cx * ax + cy * ay + cz * az) * b;
    const ratio = volume / spread;
    if (!(spread > 0 && ratio < 0.3 && ratio > -0.3)) return 2 * atan2(volume, spread);
    // Most angles are small. The series up to the 13th power has an error of 1e-9.
    const z = ratio * ratio;
    const series = 1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * (1 / 11 - z / 13))));
    return 2 * ratio * (1 - z * series);
  }
}
