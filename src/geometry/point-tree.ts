import { selectLowest } from './select-lowest.ts';

/** Ranges with at most this many points are searched linearly. */
const leafSize = 8;

/**
 * A balanced k-d tree of points in flat arrays. `items` is divided into ranges; the middle item of each range splits the range along its
 * longest axis.
 */
export class PointTree {
  readonly count: number;
  /** Indices of the points in the tree's order, [count]. */
  private readonly items: Uint32Array;
  /** Positions, in the order of `items`, [3 · count]. */
  private readonly positions: Float64Array;
  /** For each middle item, the axis along which its range is split, [count]. */
  private readonly axes: Uint8Array;

  // State of the current search.
  private x = 0;
  private y = 0;
  private z = 0;
  private skip = -1;
  private wanted = 0;
  private found = 0;
  private limit = Infinity;
  private out: Uint32Array = new Uint32Array(0);
  private distances = new Float64Array(16);

  /** points: [3 · count], finite. They are copied. */
  constructor(points: Float64Array) {
    const count = points.length / 3;
    this.count = count;
    this.items = new Uint32Array(count);
    this.axes = new Uint8Array(count);
    this.positions = new Float64Array(3 * count);
    for (let k = 0; k < count; k++) this.items[k] = k;
    this.build(points, new Float64Array(count), 0, count);
    for (let k = 0; k < count; k++) {
      for (let axis = 0; axis < 3; axis++) this.positions[3 * k + axis] = points[3 * this.items[k] + axis];
    }
  }

  /**
   * Finds the `k` points nearest to (x, y, z) and writes their indices to `out` [≥ k], nearest first. If several points are at the same
   * distance, it is not specified which are chosen, but the choice is always the same.
   *
   * The point `skip` is left out. Returns the number of points found: k, or fewer if there are no more.
   */
  nearest(x: number, y: number, z: number, k: number, out: Uint32Array, skip = -1): number {
    if (!(k > 0)) return 0;
    if (this.distances.length < k) this.distances = new Float64Array(k);
    this.x = x;
    this.y = y;
    this.z = z;
    this.wanted = k;
    this.found = 0;
    this.skip = skip;
    this.limit = Infinity;
    this.out = out;
    this.search(0, this.count);
    return this.found;
  }

  /**
   * Finds the point nearest to (x, y, z), and its distance. If several points are equally near, the one with the lowest rank is chosen. −1
   * and Infinity for an empty tree.
   */
  nearestByRank(
    x: number,
    y: number,
    z: number,
    rank: (index: number) => number,
  ): { index: number; distance: number } {
    const first = new Uint32Array(1);
    if (this.nearest(x, y, z, 1, first) === 0) return { index: -1, distance: Infinity };
    const distance = Math.sqrt(this.distances[0]);
    let [index] = first;
    // Squared distances that differ in the last bit may have the same square root, so the radius is slightly larger.
    this.within(x, y, z, distance * (1 + 1e-15), (other, squared) => {
      if (Math.sqrt(squared) === distance && rank(other) < rank(index)) index = other;
    });
    return { index, distance };
  }

  /** Visits every point at most `radius` away from (x, y, z), in no particular order. */
  within(
    x: number,
    y: number,
    z: number,
    radius: number,
    visit: (index: number, squaredDistance: number) => void,
  ): void {
    const { items, positions, axes } = this;
    const at = [x, y, z];
    const limit = radius * radius;
    const stack = [0, this.count];
    while (stack.length > 0) {
      const end = stack.pop()!;
      const start = stack.pop()!;
      const isLeaf = end - start <= leafSize;
      const middle = (start + end) >>> 1;
      const first = isLeaf ? start : middle;
      const last = isLeaf ? end : middle + 1;
      for (let k = first; k < last; k++) {
        const squared = squaredDistance(positions, k, x, y, z);
        if (squared <= limit) visit(items[k], squared);
      }
      if (isLeaf) continue;
      const offset = at[axes[middle]] - positions[3 * middle + axes[middle]];
      if (offset <= radius) stack.push(start, middle);
      if (offset >= -radius) stack.push(middle + 1, end);
    }
  }

  private build(points: Float64Array, keys: Float64Array, start: number, end: number): void {
    if (end - start <= leafSize) return;
    const { items } = this;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = start; k < end; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = points[3 * items[k] + axis];
        if (value < low[axis]) low[axis] = value;
        if (value > high[axis]) high[axis] = value;
      }
    }
    let widest = 0;
    for (let axis = 1; axis < 3; axis++)
      if (high[axis] - low[axis] > high[widest] - low[widest]) widest = axis;
    for (let k = start; k < end; k++) keys[k] = points[3 * items[k] + widest];
    const middle = (start + end) >>> 1;
    selectLowest(items, keys, start, end, middle);
    this.axes[middle] = widest;
    this.build(points, keys, start, middle);
    this.build(points, keys, middle + 1, end);
  }

  /** Searches a range of the tree for points nearer than the farthest one found so far. */
  private search(start: number, end: number): void {
    if (end - start <= leafSize) {
      this.offer(start, end);
      return;
    }
    const middle = (start + end) >>> 1;
    const axis = this.axes[middle];
    const offset = (axis === 0 ? this.x : axis === 1 ? this.y : this.z) - this.positions[3 * middle + axis];
    if (offset < 0) this.search(start, middle);
    else this.search(middle + 1, end);
    if (offset * offset >= this.limit) return;
    this.offer(middle, middle + 1);
    if (offset < 0) this.search(middle + 1, end);
    else this.search(start, middle);
  }

  /** Inserts those points of a range that are near enough into the result, and lowers the limit. */
  private offer(start: number, end: number): void {
    const { items, positions, distances, x, y, z, wanted, skip } = this;
    for (let index = start; index < end; index++) {
      const squared = squaredDistance(positions, index, x, y, z);
      if (squared >= this.limit || items[index] === skip) continue;
      const { out } = this;
      let hole = this.found < wanted ? this.found++ : wanted - 1;
      for (; hole > 0 && distances[hole - 1] > squared; hole--) {
        distances[hole] = distances[hole - 1];
        out[hole] = out[hole - 1];
      }
      distances[hole] = squared;
      out[hole] = items[index];
      if (this.found === wanted) this.limit = distances[wanted - 1];
    }
  }
}

function squaredDistance(positions: Float64Array, index: number, x: number, y: number, z: number): number {
  const dx = positions[3 * index] - x;
  const dy = positions[3 * index + 1] - y;
  const dz = positions[3 * index + 2] - z;
  return dx * dx + dy * dy + dz * dz;
}
