import { atan2 } from '../../../math/portable.ts';
import { nearestOnTriangle, type TrianglePoint } from '../../../motion/nearest-on-triangle.ts';

/** Triangles in a leaf at most. */
const leafSize = 4;
/** A node's triangles count as one dipole where they are further than this many radii. */
const farRatio = 2;

const found: TrianglePoint = { a: 0, b: 0, c: 0, square: 0 };

/**
 * A tree of boxes over triangles, for the nearest point and for the winding number. Triangles need not be closed, manifold
 * or free of overlaps: the winding number is that of Jacobson, Kavan & Sorkine 2013, distant triangles gathered
 * as in Barill et al. 2018 (first-order term).
 */
export class SurfaceTree {
  /** What the last `nearest` found: triangle (−1: nothing nearer than the limit) and point on it. */
  triangle = -1;
  x = 0;
  y = 0;
  z = 0;

  /** [9 · triangleCount] corners, in the tree's order. */
  private readonly corners: Float64Array;
  /** The tree's order → the caller's. */
  private readonly order: Uint32Array;
  /** [6 · nodeCount] low x y z, high x y z. */
  private readonly boxes: Float64Array;
  /** [nodeCount] first child (the second follows it), or −1 − first triangle of a leaf. */
  private readonly children: Int32Array;
  /** [nodeCount] triangles in the leaf, 0 in other nodes. */
  private readonly counts: Int32Array;
  /** [7 · nodeCount] centre of area, its area vector, radius about the centre. */
  private readonly dipoles: Float64Array;
  private readonly stack = new Int32Array(128);
  private readonly stackDistance = new Float64Array(128);

  /** positions [3 · vertexCount], triangles [3 · triangleCount], at least one. */
  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
    const triangleCount = triangles.length / 3;
    const source = new Float64Array(9 * triangleCount);
    for (let k = 0; k < triangles.length; k++) {
      for (let axis = 0; axis < 3; axis++) source[3 * k + axis] = positions[3 * triangles[k] + axis];
    }
    const order = Uint32Array.from({ length: triangleCount }, (_, triangle) => triangle);
    const nodeLimit = Math.max(1, 2 * triangleCount);
    this.order = order;
    this.boxes = new Float64Array(6 * nodeLimit);
    this.children = new Int32Array(nodeLimit);
    this.counts = new Int32Array(nodeLimit);
    this.dipoles = new Float64Array(7 * nodeLimit);
    this.build(source, order, triangleCount);
    this.corners = new Float64Array(9 * triangleCount);
    for (let k = 0; k < triangleCount; k++) {
      this.corners.set(source.subarray(9 * order[k], 9 * order[k] + 9), 9 * k);
    }
  }

  private build(source: Float64Array, order: Uint32Array, triangleCount: number): void {
    let nodeCount = 1;
    const ranges: [number, number, number][] = [[0, 0, triangleCount]];
    const centres = new Float64Array(3 * triangleCount);
    for (let triangle = 0; triangle < triangleCount; triangle++) {
      for (let axis = 0; axis < 3; axis++) {
        const k = 9 * triangle + axis;
        centres[3 * triangle + axis] = (source[k] + source[k + 3] + source[k + 6]) / 3;
      }
    }
    for (let range = ranges.pop(); range; range = ranges.pop()) {
      const [node, first, end] = range;
      this.measureNode(source, order, node, first, end);
      if (end - first <= leafSize) {
        this.children[node] = -1 - first;
        this.counts[node] = end - first;
        continue;
      }
      const middle = splitRange(order, centres, first, end);
      this.children[node] = nodeCount;
      ranges.push([nodeCount, first, middle], [nodeCount + 1, middle, end]);
      nodeCount += 2;
    }
  }

  private measureNode(
    source: Float64Array,
    order: Uint32Array,
    node: number,
    first: number,
    end: number,
  ): void {
    const { boxes, dipoles } = this;
    const box = 6 * node;
    const dipole = 7 * node;
    for (let axis = 0; axis < 3; axis++) {
      boxes[box + axis] = Infinity;
      boxes[box + 3 + axis] = -Infinity;
    }
    let area = 0;
    for (let k = first; k < end; k++) {
      const c = 9 * order[k];
      for (let axis = 0; axis < 3; axis++) {
        for (let corner = 0; corner < 3; corner++) {
          const value = source[c + 3 * corner + axis];
          if (value < boxes[box + axis]) boxes[box + axis] = value;
          if (value > boxes[box + 3 + axis]) boxes[box + 3 + axis] = value;
        }
      }
      const ux = source[c + 3] - source[c];
      const uy = source[c + 4] - source[c + 1];
      const uz = source[c + 5] - source[c + 2];
      const vx = source[c + 6] - source[c];
      const vy = source[c + 7] - source[c + 1];
      const vz = source[c + 8] - source[c + 2];
      const nx = (uy * vz - uz * vy) / 2;
      const ny = (uz * vx - ux * vz) / 2;
      const nz = (ux * vy - uy * vx) / 2;
      const own = Math.sqrt(nx * nx + ny * ny + nz * nz);
      area += own;
      for (let axis = 0; axis < 3; axis++) {
        dipoles[dipole + axis] +=
          (own * (source[c + axis] + source[c + 3 + axis] + source[c + 6 + axis])) / 3;
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

  /** Corners low and high of the box around all triangles, [6]. */
  get bounds(): Float64Array {
    return this.boxes.subarray(0, 6);
  }

  /** Distance to the nearest triangle, `limit` where none is nearer. Sets `triangle`, `x`, `y`, `z`. */
  nearest(px: number, py: number, pz: number, limit = Infinity): number {
    const { boxes, children, counts, stack, stackDistance } = this;
    let best = limit * limit;
    this.triangle = -1;
    let depth = 0;
    stack[depth] = 0;
    stackDistance[depth++] = boxDistance(boxes, 0, px, py, pz);
    while (depth > 0) {
      depth--;
      if (stackDistance[depth] >= best) continue;
      const node = stack[depth];
      const child = children[node];
      if (child < 0) {
        const end = counts[node] - 1 - child;
        for (let k = -1 - child; k < end; k++) best = this.nearestOnTriangle(k, px, py, pz, best);
        continue;
      }
      const a = boxDistance(boxes, 6 * child, px, py, pz);
      const b = boxDistance(boxes, 6 * child + 6, px, py, pz);
      const near = a <= b ? child : child + 1;
      // The nearer one is taken first: it goes on the stack last.
      stack[depth] = near === child ? child + 1 : child;
      stackDistance[depth++] = a <= b ? b : a;
      stack[depth] = near;
      stackDistance[depth++] = a <= b ? a : b;
    }
    return Math.sqrt(best);
  }

  /** Smaller of `best` and the squared distance to triangle k of the tree's order. */
  private nearestOnTriangle(k: number, px: number, py: number, pz: number, best: number): number {
    const { corners } = this;
    const o = 9 * k;
    nearestOnTriangle(found, corners, 3 * k, 3 * k + 1, 3 * k + 2, px, py, pz);
    const { b, c } = found;
    const ax = corners[o];
    const ay = corners[o + 1];
    const az = corners[o + 2];
    const x = ax + b * (corners[o + 3] - ax) + c * (corners[o + 6] - ax);
    const y = ay + b * (corners[o + 4] - ay) + c * (corners[o + 7] - ay);
    const z = az + b * (corners[o + 5] - az) + c * (corners[o + 8] - az);
    const distance = (x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2;
    if (!(distance < best)) return best;
    this.triangle = this.order[k];
    this.x = x;
    this.y = y;
    this.z = z;
    return distance;
  }

  /** How often the triangles go round the point: 1 inside and 0 outside a closed surface, between where it is open. */
  winding(px: number, py: number, pz: number): number {
    const { children, counts, dipoles, stack } = this;
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
      if (child >= 0) {
        stack[depth++] = child;
        stack[depth++] = child + 1;
        continue;
      }
      const end = counts[node] - 1 - child;
      for (let k = -1 - child; k < end; k++) solid += this.solidAngle(k, px, py, pz);
    }
    return solid / (4 * Math.PI);
  }

  /** Van Oosterom & Strackee 1983. */
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
    // Most angles are small: the series to the 13th power is right to 1e-9.
    const z = ratio * ratio;
    const series = 1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * (1 / 11 - z / 13))));
    return 2 * ratio * (1 - z * series);
  }
}

/**
 * Puts triangles on one side of the middle of their longest extent before those on the other and returns where these begin.
 * Where hardly any lie on one side, halves them by their order along it, so that the tree stays shallow.
 */
function splitRange(order: Uint32Array, centres: Float64Array, first: number, end: number): number {
  let axis = 0;
  let longest = -1;
  let middle = 0;
  for (let a = 0; a < 3; a++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = first; k < end; k++) {
      const value = centres[3 * order[k] + a];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low <= longest) continue;
    longest = high - low;
    axis = a;
    middle = (low + high) / 2;
  }
  let at = first;
  for (let k = first; k < end; k++) {
    if (centres[3 * order[k] + axis] >= middle) continue;
    const triangle = order[k];
    order[k] = order[at];
    order[at++] = triangle;
  }
  if (8 * Math.min(at - first, end - at) >= end - first) return at;
  order.subarray(first, end).sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
  return (first + end) >> 1;
}

function boxDistance(boxes: Float64Array, box: number, px: number, py: number, pz: number): number {
  const dx = Math.max(boxes[box] - px, px - boxes[box + 3], 0);
  const dy = Math.max(boxes[box + 1] - py, py - boxes[box + 4], 0);
  const dz = Math.max(boxes[box + 2] - pz, pz - boxes[box + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}
