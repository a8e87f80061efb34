import { BoxTree, type OfferItem } from './box-tree.ts';
import { nearestOnTriangle, type TrianglePoint } from './nearest-on-triangle.ts';

/**
 * A tree of triangles that move. The box of a triangle contains its whole path from start to end. So a query that misses the box
 * misses the triangle at all times in between.
 */
export class TriangleTree extends BoxTree {
  /** Result of the last `nearest`: the triangle (−1 if there is none within the limit), and the nearest point as weights of its corners. */
  triangle = -1;
  readonly point: TrianglePoint = { a: 1, b: 0, c: 0, square: Infinity };

  private readonly found: TrianglePoint = { a: 1, b: 0, c: 0, square: Infinity };
  private positions: ArrayLike<number>;

  /** positions [3 · vertexCount], indices [3 · triangleCount], possibly empty. The boxes contain the triangles at these positions. */
  constructor(
    positions: ArrayLike<number>,
    private readonly indices: ArrayLike<number>,
  ) {
    super(boxesOfTriangles(positions, indices));
    this.positions = positions;
  }

  /** Fits all boxes to triangles that move on straight lines from `start` to `end`, each [3 · vertexCount]. */
  refit(start: ArrayLike<number>, end: ArrayLike<number>): void {
    const { order, indices, itemBoxes } = this;
    const isStill = start === end;
    for (let k = 0, box = 0; k < order.length; k++, box += 6) {
      const t = 3 * order[k];
      fitBox(itemBoxes, box, start, indices[t], indices[t + 1], indices[t + 2]);
      if (isStill) continue;
      fitBox(other, 0, end, indices[t], indices[t + 1], indices[t + 2]);
      for (let axis = 0; axis < 3; axis++) {
        itemBoxes[box + axis] = Math.min(itemBoxes[box + axis], other[axis]);
        itemBoxes[box + 3 + axis] = Math.max(itemBoxes[box + 3 + axis], other[3 + axis]);
      }
    }
    this.refitNodes();
  }

  /** Writes the triangles whose boxes touch the given box into `out`, beginning at index `from`. Returns the index after the last one. */
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
    const { boxes, children, starts, ends, order, stack, itemBoxes } = this;
    let count = from;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (isApart(boxes, 6 * node, x0, y0, z0, x1, y1, z1)) continue;
      const child = children[node];
      if (child > 0) {
        stack[depth++] = child + 1;
        stack[depth++] = child;
        continue;
      }
      for (let k = starts[node]; k < ends[node]; k++) {
        if (!isApart(itemBoxes, 6 * k, x0, y0, z0, x1, y1, z1)) out[count++] = order[k];
      }
    }
    return count;
  }

  /**
   * Returns the distance to the nearest triangle; `limit` if no triangle is nearer. `positions` must lie within the boxes. Sets `triangle`
   * and `point`. If several triangles are at the same distance, for example at a corner, the one with the lowest index is chosen, however
   * the tree was built.
   */
  nearest(positions: ArrayLike<number>, x: number, y: number, z: number, limit: number): number {
    this.positions = positions;
    this.triangle = -1;
    return Math.sqrt(this.search(x, y, z, limit * limit, this.offer, true));
  }

  private readonly offer: OfferItem = (k, x, y, z, best) => {
    const { order, indices, positions, found, point } = this;
    const t = 3 * order[k];
    nearestOnTriangle(found, positions, indices[t], indices[t + 1], indices[t + 2], x, y, z);
    if (!(found.square < best || (found.square === best && order[k] < this.triangle))) return best;
    this.triangle = order[k];
    point.a = found.a;
    point.b = found.b;
    point.c = found.c;
    point.square = found.square;
    return found.square;
  };

  /**
   * Returns the number of times that a ray leaves through triangles minus the number of times that it enters: 1 from inside a closed
   * surface, 0 from outside. The ray starts at (x, y, z); `positions` must lie within the boxes.
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
    const { boxes, children, starts, ends, order, indices, stack } = this;
    let sum = 0;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (!meetsBox(boxes, 6 * node, x, y, z, dx, dy, dz)) continue;
      const child = children[node];
      if (child > 0) {
        stack[depth++] = child + 1;
        stack[depth++] = child;
        continue;
      }
      for (let k = starts[node]; k < ends[node]; k++) {
        const t = 3 * order[k];
        sum += crossing(positions, indices[t], indices[t + 1], indices[t + 2], x, y, z, dx, dy, dz);
      }
    }
    return sum;
  }
}

/** Returns the boxes around triangles, [6 · triangleCount]. */
export function boxesOfTriangles(positions: ArrayLike<number>, indices: ArrayLike<number>): Float64Array {
  const boxes = new Float64Array(2 * indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    fitBox(boxes, 2 * t, positions, indices[t], indices[t + 1], indices[t + 2]);
  }
  return boxes;
}

/** Writes the box around vertices i, j and k. */
function fitBox(
  out: Float64Array,
  o: number,
  positions: ArrayLike<number>,
  i: number,
  j: number,
  k: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const p = positions[3 * i + axis];
    const q = positions[3 * j + axis];
    const r = positions[3 * k + axis];
    out[o + axis] = p < q ? (p < r ? p : r) : q < r ? q : r;
    out[o + 3 + axis] = p > q ? (p > r ? p : r) : q > r ? q : r;
  }
}

const other = new Float64Array(6);

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
  // The entry and exit distances of a flat box are equal up to rounding.
  return leave >= 0 && enter <= leave * (1 + 1e-12);
}

/** Returns 1 if the ray leaves through the front of the triangle, −1 if it enters, 0 if it misses. Möller & Trumbore 1997. */
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
