import { type BoxTree, buildBoxTree } from '../../../math/box-tree.ts';
import { atan2 } from '../../../math/portable.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import { boxesOfTriangles } from './triangle-distance.ts';
import { TriangleReader } from './triangle-shape.ts';

/** Far off means further than so many radii: what is seen then errs by less than 0.02 turns. */
const farOff = 2;

/**
 * How often a surface surrounds a point: 1 inside and 0 outside a closed one, something between near the holes of another.
 * Triangles far away are summed up as one for each part of the tree. Barill et al. 2018, Fast winding numbers for soups
 * and clouds, first order.
 */
export class WindingNumber {
  readonly tree: BoxTree;
  private readonly reader: TriangleReader;
  /** [7 · nodeCount] sum of areas along normals, their middle, its distance to the furthest corner. */
  private readonly parts: Float64Array;
  private readonly stack = new Uint32Array(64);

  constructor(mesh: TriangleMesh) {
    this.reader = new TriangleReader(mesh);
    this.tree = buildBoxTree(boxesOfTriangles(mesh));
    this.parts = new Float64Array(7 * this.tree.starts.length);
    // Children stand behind their parents.
    for (let node = this.tree.starts.length - 1; node >= 0; node--) this.sumUp(node);
  }

  at(x: number, y: number, z: number): number {
    const { parts, stack } = this;
    const { starts, sizes, items } = this.tree;
    let top = this.tree.count > 0 ? 1 : 0;
    stack[0] = 0;
    let sum = 0;
    while (top > 0) {
      const node = stack[--top];
      const at = 7 * node;
      const dx = parts[at + 3] - x;
      const dy = parts[at + 4] - y;
      const dz = parts[at + 5] - z;
      const squared = dx * dx + dy * dy + dz * dz;
      const reach = farOff * parts[at + 6];
      if (squared > reach * reach) {
        const along = parts[at] * dx + parts[at + 1] * dy + parts[at + 2] * dz;
        sum += along / (squared * Math.sqrt(squared));
      } else if (sizes[node] === 0) {
        stack[top++] = node + 1;
        stack[top++] = starts[node];
      } else {
        for (let k = starts[node]; k < starts[node] + sizes[node]; k++)
          sum += this.solidAngle(items[k], x, y, z);
      }
    }
    return sum / (4 * Math.PI);
  }

  /** Van Oosterom & Strackee 1983. */
  private solidAngle(triangle: number, x: number, y: number, z: number): number {
    const { reader } = this;
    reader.readCorners(triangle);
    const [ax, ay, az] = [reader.ax - x, reader.ay - y, reader.az - z];
    const [bx, by, bz] = [reader.bx - x, reader.by - y, reader.bz - z];
    const [cx, cy, cz] = [reader.cx - x, reader.cy - y, reader.cz - z];
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const denominator =
      a * b * c +
      (ax * bx + ay * by + az * bz) * c +
      (bx * cx + by * cy + bz * cz) * a +
      (cx * ax + cy * ay + cz * az) * b;
    return 2 * atan2(volume, denominator);
  }

  private sumUp(node: number): void {
    const { reader, parts, tree } = this;
    const at = 7 * node;
    let weight = 0;
    const middle = [0, 0, 0];
    const { starts, sizes, items, boxes } = tree;
    const leaves = this.leavesBelow(node);
    for (const leaf of leaves) {
      for (let k = starts[leaf]; k < starts[leaf] + sizes[leaf]; k++) {
        reader.read(items[k]);
        const area = reader.size / 2;
        weight += area;
        parts[at] += reader.normalX / 2;
        parts[at + 1] += reader.normalY / 2;
        parts[at + 2] += reader.normalZ / 2;
        middle[0] += (area * (reader.ax + reader.bx + reader.cx)) / 3;
        middle[1] += (area * (reader.ay + reader.by + reader.cy)) / 3;
        middle[2] += (area * (reader.az + reader.bz + reader.cz)) / 3;
      }
    }
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [boxes[6 * node + axis], boxes[6 * node + 3 + axis]];
      const value = weight > 0 ? middle[axis] / weight : (low + high) / 2;
      parts[at + 3 + axis] = value;
      squared += Math.max(value - low, high - value) ** 2;
    }
    parts[at + 6] = Math.sqrt(squared);
  }

  private leavesBelow(node: number): number[] {
    const { starts, sizes } = this.tree;
    const waiting = [node];
    const leaves: number[] = [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (sizes[next] > 0) leaves.push(next);
      else waiting.push(starts[next], next + 1);
    }
    return leaves;
  }
}
