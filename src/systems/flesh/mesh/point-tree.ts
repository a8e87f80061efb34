/** Maximum number of points in a leaf. */
const leafSize = 8;

/** A kd-tree over points, for nearest-neighbour queries. */
export class PointTree {
  private readonly order: Uint32Array;
  /**
   * Splitting coordinates of the tree's inner nodes. A node over order[first … end − 1] is split at half = ⌊(first + end) /
   * 2⌋; planes[half] is at least the coordinate of every point before `half` and at most that of every point from `half` on.
   */
  private readonly planes: Float64Array;

  /**
   * points: [3 · …] coordinates. numbers: indices of the points that the tree holds. rank: breaks ties; of equally near
   * points the one with the lowest rank is the nearest.
   */
  constructor(
    private readonly points: ArrayLike<number>,
    numbers: ArrayLike<number>,
    private readonly rank: (number: number) => number,
  ) {
    this.order = Uint32Array.from(numbers);
    this.planes = new Float64Array(this.order.length);
    this.sort(0, this.order.length, 0);
  }

  /**
   * Returns the index of the nearest point and its distance, in the unit of the points; −1 and Infinity if the tree is
   * empty.
   */
  nearest(x: number, y: number, z: number): { point: number; distance: number } {
    const { points, order, planes, rank } = this;
    const at = [x, y, z];
    let point = -1;
    let distance = Infinity;
    const look = (first: number, end: number, axis: number) => {
      if (end - first <= leafSize) {
        for (let k = first; k < end; k++) {
          const p = 3 * order[k];
          const [dx, dy, dz] = [x - points[p], y - points[p + 1], z - points[p + 2]];
          const own = Math.sqrt(dx * dx + dy * dy + dz * dz);
          if (own > distance || (own === distance && rank(order[k]) >= rank(point))) continue;
          point = order[k];
          distance = own;
        }
        return;
      }
      const half = (first + end) >> 1;
      const beyond = at[axis] - planes[half];
      const next = (axis + 1) % 3;
      if (beyond < 0) look(first, half, next);
      else look(half, end, next);
      // The other half is searched even if it is exactly as near: a point there may have a lower rank.
      if (Math.abs(beyond) > distance) return;
      if (beyond < 0) look(half, end, next);
      else look(first, half, next);
    };
    look(0, order.length, 0);
    return { point, distance };
  }

  private sort(first: number, end: number, axis: number): void {
    if (end - first <= leafSize) return;
    const { points, order } = this;
    order.subarray(first, end).sort((a, b) => points[3 * a + axis] - points[3 * b + axis] || a - b);
    const half = (first + end) >> 1;
    this.planes[half] = points[3 * order[half] + axis];
    this.sort(first, half, (axis + 1) % 3);
    this.sort(half, end, (axis + 1) % 3);
  }
}
