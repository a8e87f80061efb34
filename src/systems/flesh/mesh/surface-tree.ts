import { atan2 } from '../../../math/portable.ts';

/** Triangles in a leaf at most. */
const leafSize = 4;
/** A node's triangles count as one dipole where they are further than this many radii. */
const farRatio = 2;

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

  /** Smaller of `best` and the squared distance to triangle k of the tree's order. Ericson 2004, section 5.1.5. */
  private nearestOnTriangle(k: number, px: number, py: number, pz: number, best: number): number {
    const { corners } = this;
    const c = 9 * k;
    const ax = corners[c];
    const ay = corners[c + 1];
    const az = corners[c + 2];
    const abx = corners[c + 3] - ax;
    const aby = corners[c + 4] - ay;
    const abz = corners[c + 5] - az;
    const acx = corners[c + 6] - ax;
    const acy = corners[c + 7] - ay;
    const acz = corners[c + 8] - az;
    const apx = px - ax;
    const apy = py - ay;
    const apz = pz - az;
    const d1 = abx * apx + aby * apy + abz * apz;
    const d2 = acx * apx + acy * apy + acz * apz;
    const abab = abx * abx + aby * aby + abz * abz;
    const abac = abx * acx + aby * acy + abz * acz;
    const acac = acx * acx + acy * acy + acz * acz;
    const d3 = d1 - abab;
    const d4 = d2 - abac;
    const d5 = d1 - abac;
    const d6 = d2 - acac;
    const va = d3 * d6 - d5 * d4;
    const vb = d5 * d2 - d1 * d6;
    const vc = d1 * d4 - d3 * d2;
    let v = 0;
    let w = 0;
    if (abab * acac - abac * abac <= 1e-14 * abab * acac) {
      // No area to speak of: its corners lie on one line, and the two that are furthest apart span it.
      const bcbc = abab - 2 * abac + acac;
      if (bcbc >= abab && bcbc >= acac) {
        w = bcbc > 0 ? clamp((d4 - d3) / bcbc) : 0;
        v = 1 - w;
      } else if (abab >= acac) v = clamp(d1 / abab);
      else w = clamp(d2 / acac);
    } else if (d1 <= 0 && d2 <= 0) {
      // Corner a.
    } else if (d3 >= 0 && d4 <= d3) {
      v = 1;
    } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
      v = d1 / (d1 - d3);
    } else if (d6 >= 0 && d5 <= d6) {
      w = 1;
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
      w = d2 / (d2 - d6);
    } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
      w = (d4 - d3) / (d4 - d3 + (d5 - d6));
      v = 1 - w;
    } else {
      const sum = va + vb + vc;
      v = sum > 0 ? vb / sum : 0;
      w = sum > 0 ? vc / sum : 0;
    }
    const x = ax + v * abx + w * acx;
    const y = ay + v * aby + w * acy;
    const z = az + v * abz + w * acz;
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

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
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
