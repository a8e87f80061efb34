import { maxOf } from '../../../math/lists.ts';

/** Maximum number of cells along one axis. */
const maxCells = 200_000;

/**
 * A hash grid of cubes, to find all points within a distance of one of them. The number of a cube, counted row by row, modulo the
 * size of the table is its bucket. So large and sparse sets need little memory.
 */
export class CellGrid {
  /** Neighbours that `gather` found: their indices, and squared distances. Valid until its next call. */
  found = new Uint32Array(64);
  squaredDistances = new Float64Array(64);
  /** Length of the diagonal of the points' bounding box. */
  readonly diagonal: number;
  private readonly size: number;
  private readonly yLow: number;
  private readonly zLow: number;
  private readonly xCount: number;
  private readonly yCount: number;
  private readonly cells: Float64Array;
  private readonly tableSize: number;
  /** [tableSize + 1] start of each bucket in `items`. */
  private readonly starts: Uint32Array;
  /** [tableSize] number of points that are left in each bucket. */
  private readonly sizes: Uint32Array;
  /** [count] indices, bucket by bucket. */
  private readonly items: Uint32Array;
  /**
   * [3 · count] and [count] coordinates and cells of the points, in the order of `items`, so that they are read
   * sequentially.
   */
  private readonly itemPoints: Float64Array;
  private readonly itemCells: Float64Array;
  /** [count] index of each point in `items`. */
  private readonly slotOf: Uint32Array;

  /** points: [3 · count] finite. reach: max radius of `gather`, > 0. */
  constructor(
    readonly points: Float64Array,
    reach: number,
  ) {
    const count = points.length / 3;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let p = 0; p < points.length; p++) {
      const axis = p % 3;
      if (points[p] < low[axis]) low[axis] = points[p];
      if (points[p] > high[axis]) high[axis] = points[p];
    }
    this.diagonal = Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + (high[axis] - low[axis]) ** 2, 0));
    this.yLow = low[1];
    this.zLow = low[2];
    // The limit keeps cell numbers below 2⁵³, where float64 is exact.
    const size = maxOf(
      [0, 1, 2].map((axis) => (high[axis] - low[axis]) / maxCells),
      reach,
    );
    this.size = size;
    // Empty cells on all sides ensure that a neighbour's number never belongs to another row.
    const countAlong = (axis: number) => Math.floor((high[axis] - low[axis]) / size) + 3;
    this.xCount = countAlong(0);
    this.yCount = countAlong(1);
    const cellCount = this.xCount * this.yCount * countAlong(2);
    this.tableSize = Math.max(1, Math.min(cellCount, 4 * count + 1021));
    this.cells = new Float64Array(count);
    this.starts = new Uint32Array(this.tableSize + 1);
    this.sizes = new Uint32Array(this.tableSize);
    this.items = new Uint32Array(count);
    this.slotOf = new Uint32Array(count);
    this.itemPoints = new Float64Array(3 * count);
    this.itemCells = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const x = Math.floor((points[3 * k] - low[0]) / size) + 1;
      const y = Math.floor((points[3 * k + 1] - low[1]) / size) + 1;
      const z = Math.floor((points[3 * k + 2] - low[2]) / size) + 1;
      this.cells[k] = (z * this.yCount + y) * this.xCount + x;
      this.sizes[this.cells[k] % this.tableSize]++;
    }
    for (let bucket = 0; bucket < this.tableSize; bucket++)
      this.starts[bucket + 1] = this.starts[bucket] + this.sizes[bucket];
    this.sizes.fill(0);
    for (let k = 0; k < count; k++) {
      const bucket = this.cells[k] % this.tableSize;
      this.put(k, this.starts[bucket] + this.sizes[bucket]++);
    }
  }

  /** Returns the mean number of points in a point's cell, including itself. */
  crowding(): number {
    let sum = 0;
    for (const size of this.sizes) sum += size * size;
    return sum / this.cells.length;
  }

  /** Finds all remaining points other than `index` that are nearer to it than `radius` ≤ reach. Returns their number. */
  gather(index: number, radius: number): number {
    const { points, cells, size, starts, sizes, items, itemPoints, itemCells, tableSize, xCount, yCount } =
      this;
    let { found, squaredDistances } = this;
    const x = points[3 * index];
    const y = points[3 * index + 1];
    const z = points[3 * index + 2];
    const limit = radius * radius;
    let count = 0;
    // Position of the point in its cell, 0..1. Rows of cells that are farther away than the radius are skipped.
    const yFraction = (y - this.yLow) / size - Math.floor((y - this.yLow) / size);
    const zFraction = (z - this.zLow) / size - Math.floor((z - this.zLow) / size);
    const maxAway = (limit / (size * size)) * (1 + 1e-9);
    for (let row = 0; row < 9; row++) {
      const yStep = (row % 3) - 1;
      const zStep = ((row / 3) | 0) - 1;
      const yAway = yStep < 0 ? yFraction : yStep * (1 - yFraction);
      const zAway = zStep < 0 ? zFraction : zStep * (1 - zFraction);
      if (yAway * yAway + zAway * zAway > maxAway) continue;
      const first = cells[index] + (zStep * yCount + yStep) * xCount - 1;
      let bucket = first < tableSize ? first : first % tableSize;
      for (let cell = first; cell < first + 3; cell++) {
        const start = starts[bucket];
        const end = start + sizes[bucket];
        if (++bucket === tableSize) bucket = 0;
        for (let slot = start; slot < end; slot++) {
          const dx = itemPoints[3 * slot] - x;
          const dy = itemPoints[3 * slot + 1] - y;
          const dz = itemPoints[3 * slot + 2] - z;
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared >= limit || itemCells[slot] !== cell) continue;
          const other = items[slot];
          if (other === index) continue;
          if (count === found.length) {
            found = this.found = grow(found, new Uint32Array(2 * count));
            squaredDistances = this.squaredDistances = grow(squaredDistances, new Float64Array(2 * count));
          }
          found[count] = other;
          squaredDistances[count++] = squared;
        }
      }
    }
    return count;
  }

  /** Removes a point, which must not have been removed before. */
  remove(index: number): void {
    const { items, slotOf, starts, sizes } = this;
    const bucket = this.cells[index] % this.tableSize;
    const last = starts[bucket] + --sizes[bucket];
    this.put(items[last], slotOf[index]);
  }

  private put(index: number, slot: number): void {
    this.items[slot] = index;
    this.slotOf[index] = slot;
    this.itemCells[slot] = this.cells[index];
    for (let axis = 0; axis < 3; axis++) this.itemPoints[3 * slot + axis] = this.points[3 * index + axis];
  }
}

function grow<Values extends Uint32Array | Float64Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}
