import { nearestOnTriangle, type TrianglePoint } from './nearest-on-triangle.ts';

const leafSize = 4;

/**
 * A tree of boxes over triangles that move: built once, fitted anew to where the triangles are. Boxes hold a triangle's whole
 * way from its start to its end, so what touches no box touches it at no time between.
 */
export class TriangleTree {
  /** What the last `nearest` found: −1 for nothing within the limit, and the point as shares of the corners. */
  triangle = -1;
  readonly point: TrianglePoint = { a: 1, b: 0, c: 0, square: Infinity };

  /** The tree's order → the caller's. */
  private readonly order: Uint32Array;
  /** [6 · nodeCount] low x y z, high x y z. Children come after their parents. */
  private readonly boxes: Float64Array;
  /** [nodeCount] first child (the second follows it), or −1 − first triangle of a leaf; triangles in the leaf. */
  private readonly children: Int32Array;
  private readonly counts: Int32Array;
  /** [6 · triangleCount] the same for each triangle, in the tree's order. */
  private readonly triangleBoxes: Float64Array;
  private readonly nodeCount: number;
  private readonly stack = new Int32Array(128);
  private readonly stackSquare = new Float64Array(128);
  private readonly found: TrianglePoint = { a: 1, b: 0, c: 0, square: Infinity };

  /** positions [3 · vertexCount], indices [3 · triangleCount]; there may be none. Boxes are those of `positions`. */
  constructor(
    positions: ArrayLike<number>,
    private readonly indices: ArrayLike<number>,
  ) {
    const triangleCount = indices.length / 3;
    this.order = Uint32Array.from({ length: triangleCount }, (_, triangle) => triangle);
    this.triangleBoxes = new Float64Array(6 * triangleCount);
    const limit = Math.max(1, 2 * triangleCount);
    this.boxes = new Float64Array(6 * limit);
    this.children = new Int32Array(limit);
    this.counts = new Int32Array(limit);
    this.nodeCount = this.build(positions, triangleCount);
    this.refit(positions, positions);
  }

  /** [6] low and high corner of the box around everything; low above high where there is nothing. */
  get bounds(): Float64Array {
    return this.boxes.subarray(0, 6);
  }

  /** Fits all boxes to triangles that go straight from `start` to `end`, [3 · vertexCount] each. */
  refit(start: ArrayLike<number>, end: ArrayLike<number>): void {
    const { boxes, children, counts, triangleBoxes } = this;
    this.fitTriangles(start, end);
    for (let node = this.nodeCount - 1; node >= 0; node--) {
      const box = 6 * node;
      const child = children[node];
      if (child >= 0) {
        for (let k = box, from = 6 * child; k < box + 3; k++, from++) {
          boxes[k] = Math.min(boxes[from], boxes[from + 6]);
          boxes[k + 3] = Math.max(boxes[from + 3], boxes[from + 9]);
        }
        continue;
      }
      for (let k = box; k < box + 3; k++) {
        boxes[k] = Infinity;
        boxes[k + 3] = -Infinity;
      }
      for (let from = 6 * (-1 - child); from < 6 * (counts[node] - 1 - child); from += 6) {
        for (let k = 0; k < 3; k++) {
          boxes[box + k] = Math.min(boxes[box + k], triangleBoxes[from + k]);
          boxes[box + 3 + k] = Math.max(boxes[box + 3 + k], triangleBoxes[from + 3 + k]);
        }
      }
    }
  }

  private fitTriangles(start: ArrayLike<number>, end: ArrayLike<number>): void {
    const { order, indices, triangleBoxes } = this;
    const isStill = start === end;
    for (let k = 0, box = 0; k < order.length; k++, box += 6) {
      const a = 3 * indices[3 * order[k]];
      const b = 3 * indices[3 * order[k] + 1];
      const c = 3 * indices[3 * order[k] + 2];
      fitBox(triangleBoxes, box, start, a, b, c);
      if (isStill) continue;
      fitBox(other, 0, end, a, b, c);
      for (let axis = 0; axis < 3; axis++) {
        triangleBoxes[box + axis] = Math.min(triangleBoxes[box + axis], other[axis]);
        triangleBoxes[box + 3 + axis] = Math.max(triangleBoxes[box + 3 + axis], other[3 + axis]);
      }
    }
  }

  /** Writes the triangles whose boxes touch the given one into `out` from `from` on, and returns where they end. */
  overlap(
    out: number[],
    x0: number,
    y0: number,
    z0: number,
    x1: number,
    y1: number,
    z1: number,
    from = 0,
  ): number {
    const { boxes, children, counts, order, stack, triangleBoxes } = this;
    let count = from;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (isApart(boxes, 6 * node, x0, y0, z0, x1, y1, z1)) continue;
      const child = children[node];
      if (child >= 0) {
        stack[depth++] = child + 1;
        stack[depth++] = child;
        continue;
      }
      for (let k = -1 - child; k < counts[node] - 1 - child; k++) {
        if (!isApart(triangleBoxes, 6 * k, x0, y0, z0, x1, y1, z1)) out[count++] = order[k];
      }
    }
    return count;
  }

  /**
   * Distance to the nearest triangle, `limit` where none is nearer; `positions` lie within the boxes. Sets `triangle`, `point`.
   * Of those equally near, as at a corner, it is the first: whatever positions the tree was built on.
   */
  nearest(positions: ArrayLike<number>, x: number, y: number, z: number, limit: number): number {
    const { boxes, children, counts, order, indices, stack, stackSquare, found, point } = this;
    let best = limit * limit;
    this.triangle = -1;
    let depth = 0;
    stack[depth] = 0;
    stackSquare[depth++] = boxSquare(boxes, 0, x, y, z);
    while (depth > 0) {
      depth--;
      // A box may seem further than what it holds by a rounding.
      if (stackSquare[depth] > best * (1 + 1e-12)) continue;
      const node = stack[depth];
      const child = children[node];
      if (child < 0) {
        for (let k = -1 - child; k < counts[node] - 1 - child; k++) {
          const t = 3 * order[k];
          nearestOnTriangle(found, positions, indices[t], indices[t + 1], indices[t + 2], x, y, z);
          if (!(found.square < best || (found.square === best && order[k] < this.triangle))) continue;
          best = found.square;
          this.triangle = order[k];
          point.a = found.a;
          point.b = found.b;
          point.c = found.c;
          point.square = found.square;
        }
        continue;
      }
      const a = boxSquare(boxes, 6 * child, x, y, z);
      const b = boxSquare(boxes, 6 * child + 6, x, y, z);
      // The nearer one is taken first: it goes on the stack last.
      const far = a <= b ? 1 : 0;
      stack[depth] = child + far;
      stackSquare[depth++] = far === 1 ? b : a;
      stack[depth] = child + 1 - far;
      stackSquare[depth++] = far === 1 ? a : b;
    }
    return Math.sqrt(best);
  }

  /**
   * How often a ray leaves through triangles more than it enters: 1 from inside a closed surface, 0 from outside. The ray
   * starts at (x, y, z); `positions` lie within the boxes.
   */
  exits(
    positions: ArrayLike<number>,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
  ): number {
    const { boxes, children, counts, order, indices, stack } = this;
    let sum = 0;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (!meetsBox(boxes, 6 * node, x, y, z, dx, dy, dz)) continue;
      const child = children[node];
      if (child >= 0) {
        stack[depth++] = child + 1;
        stack[depth++] = child;
        continue;
      }
      for (let k = -1 - child; k < counts[node] - 1 - child; k++) {
        const t = 3 * order[k];
        sum += crossing(positions, indices[t], indices[t + 1], indices[t + 2], x, y, z, dx, dy, dz);
      }
    }
    return sum;
  }

  private build(positions: ArrayLike<number>, triangleCount: number): number {
    const { order, indices, children, counts } = this;
    const centres = new Float64Array(3 * triangleCount);
    for (let k = 0; k < indices.length; k++) {
      for (let axis = 0; axis < 3; axis++) {
        centres[3 * Math.floor(k / 3) + axis] += positions[3 * indices[k] + axis] / 3;
      }
    }
    let nodeCount = 1;
    const ranges: [number, number, number][] = [[0, 0, triangleCount]];
    for (let range = ranges.pop(); range; range = ranges.pop()) {
      const [node, first, end] = range;
      if (end - first <= leafSize) {
        children[node] = -1 - first;
        counts[node] = end - first;
        continue;
      }
      const middle = halve(order, centres, first, end);
      children[node] = nodeCount;
      ranges.push([nodeCount, first, middle], [nodeCount + 1, middle, end]);
      nodeCount += 2;
    }
    return nodeCount;
  }
}

/** The box around three corners that begin at a, b and c. */
function fitBox(
  out: Float64Array,
  o: number,
  positions: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const p = positions[a + axis];
    const q = positions[b + axis];
    const r = positions[c + axis];
    out[o + axis] = p < q ? (p < r ? p : r) : q < r ? q : r;
    out[o + 3 + axis] = p > q ? (p > r ? p : r) : q > r ? q : r;
  }
}

const other = new Float64Array(6);

/** Sorts by the middles along their longest extent and returns where the second half begins. */
function halve(order: Uint32Array, centres: Float64Array, first: number, end: number): number {
  let axis = 0;
  let longest = -1;
  for (let a = 0; a < 3; a++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = first; k < end; k++) {
      const value = centres[3 * order[k] + a];
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high - low <= longest) continue;
    longest = high - low;
    axis = a;
  }
  order.subarray(first, end).sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
  return (first + end) >> 1;
}

function isApart(
  boxes: Float64Array,
  box: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): boolean {
  return (
    boxes[box] > x1 ||
    boxes[box + 3] < x0 ||
    boxes[box + 1] > y1 ||
    boxes[box + 4] < y0 ||
    boxes[box + 2] > z1 ||
    boxes[box + 5] < z0
  );
}

function boxSquare(boxes: Float64Array, box: number, x: number, y: number, z: number): number {
  const dx = Math.max(boxes[box] - x, x - boxes[box + 3], 0);
  const dy = Math.max(boxes[box + 1] - y, y - boxes[box + 4], 0);
  const dz = Math.max(boxes[box + 2] - z, z - boxes[box + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}

function meetsBox(
  boxes: Float64Array,
  box: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const ax = (boxes[box] - x) / dx;
  const bx = (boxes[box + 3] - x) / dx;
  const ay = (boxes[box + 1] - y) / dy;
  const by = (boxes[box + 4] - y) / dy;
  const az = (boxes[box + 2] - z) / dz;
  const bz = (boxes[box + 5] - z) / dz;
  const enter = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz));
  const leave = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz));
  // Flat boxes are entered and left at once, up to rounding.
  return leave >= 0 && enter <= leave * (1 + 1e-12);
}

/** 1 where the ray leaves through the triangle's front, −1 where it enters, 0 where it misses. Möller & Trumbore 1997. */
function crossing(
  positions: ArrayLike<number>,
  i: number,
  j: number,
  k: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const ax = positions[3 * i];
  const ay = positions[3 * i + 1];
  const az = positions[3 * i + 2];
  const ux = positions[3 * j] - ax;
  const uy = positions[3 * j + 1] - ay;
  const uz = positions[3 * j + 2] - az;
  const wx = positions[3 * k] - ax;
  const wy = positions[3 * k + 1] - ay;
  const wz = positions[3 * k + 2] - az;
  const px = dy * wz - dz * wy;
  const py = dz * wx - dx * wz;
  const pz = dx * wy - dy * wx;
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return 0;
  const sx = x - ax;
  const sy = y - ay;
  const sz = z - az;
  const b = (sx * px + sy * py + sz * pz) / determinant;
  if (b < 0 || b > 1) return 0;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const c = (dx * qx + dy * qy + dz * qz) / determinant;
  if (c < 0 || b + c > 1) return 0;
  const distance = (wx * qx + wy * qy + wz * qz) / determinant;
  if (distance <= 0) return 0;
  return determinant < 0 ? 1 : -1;
}
