import { selectLowest } from './split-paired.ts';

/** Ranges of at most so many points are searched one by one. */
const leafSize = 8;

/**
 * A balanced tree over points in space, in flat arrays: the middle of each range of `items` splits it along the axis in
 * which it is widest.
 */
export class KdTree3 {
  readonly count: number;
  /** [count] indices of the points in the tree's order. */
  private readonly items: Uint32Array;
  /** [3 · count] their places, in that order. */
  private readonly places: Float64Array;
  /** [count] axis across which the range with this middle is split. */
  private readonly axes: Uint8Array;
  /** Squared distances of what `nearest` has found so far. */
  private distances = new Float64Array(16);

  /** points [3 · count] finite; copied. */
  constructor(points: Float64Array) {
    const count = points.length / 3;
    this.count = count;
    this.items = new Uint32Array(count);
    this.axes = new Uint8Array(count);
    this.places = new Float64Array(3 * count);
    for (let k = 0; k < count; k++) this.items[k] = k;
    this.build(points, new Float64Array(count), 0, count);
    for (let k = 0; k < count; k++) {
      for (let axis = 0; axis < 3; axis++) this.places[3 * k + axis] = points[3 * this.items[k] + axis];
    }
  }

  /**
   * Finds the `k` points nearest to (x, y, z): writes their indices to `out`, nearest first, equal distances by index.
   *
   * out [≥ k]. The point `skip` is left out. Returns how many were found: k, or all there are.
   */
  nearest(x: number, y: number, z: number, k: number, out: Uint32Array, skip = -1): number {
    if (k <= 0) return 0;
    if (this.distances.length < k) this.distances = new Float64Array(k);
    return this.searchNearest(0, this.count, [x, y, z], k, out, skip, 0);
  }

  /** Visits every point at most `radius` away from (x, y, z), in no particular order. */
  within(
    x: number,
    y: number,
    z: number,
    radius: number,
    visit: (index: number, squaredDistance: number) => void,
  ): void {
    const { items, places, axes } = this;
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
        const squared = squaredDistance(places, k, x, y, z);
        if (squared <= limit) visit(items[k], squared);
      }
      if (isLeaf) continue;
      const offset = at[axes[middle]] - places[3 * middle + axes[middle]];
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

  /** Searches a range with `found` points in `out` already; returns how many there are then. */
  private searchNearest(
    start: number,
    end: number,
    at: readonly [number, number, number],
    k: number,
    out: Uint32Array,
    skip: number,
    found: number,
  ): number {
    const isLeaf = end - start <= leafSize;
    const middle = (start + end) >>> 1;
    if (isLeaf) {
      let count = found;
      for (let place = start; place < end; place++) count = this.offer(place, at, k, out, skip, count);
      return count;
    }
    const axis = this.axes[middle];
    const offset = at[axis] - this.places[3 * middle + axis];
    const isLow = offset < 0;
    let count = isLow
      ? this.searchNearest(start, middle, at, k, out, skip, found)
      : this.searchNearest(middle + 1, end, at, k, out, skip, found);
    if (count === k && offset * offset > this.distances[k - 1]) return count;
    count = this.offer(middle, at, k, out, skip, count);
    return isLow
      ? this.searchNearest(middle + 1, end, at, k, out, skip, count)
      : this.searchNearest(start, middle, at, k, out, skip, count);
  }

  /** Puts a point among those found if it belongs there. */
  private offer(
    place: number,
    at: readonly [number, number, number],
    k: number,
    out: Uint32Array,
    skip: number,
    found: number,
  ): number {
    const index = this.items[place];
    if (index === skip) return found;
    const { distances } = this;
    const squared = squaredDistance(this.places, place, at[0], at[1], at[2]);
    let hole = found < k ? found : k;
    while (hole > 0) {
      const before = distances[hole - 1];
      if (before < squared || (before === squared && out[hole - 1] < index)) break;
      if (hole < k) {
        distances[hole] = before;
        out[hole] = out[hole - 1];
      }
      hole--;
    }
    if (hole < k) {
      distances[hole] = squared;
      out[hole] = index;
    }
    return found < k ? found + 1 : k;
  }
}

function squaredDistance(places: Float64Array, place: number, x: number, y: number, z: number): number {
  const dx = places[3 * place] - x;
  const dy = places[3 * place + 1] - y;
  const dz = places[3 * place + 2] - z;
  return dx * dx + dy * dy + dz * dz;
}
