/** Points in a leaf at most. */
const leafSize = 8;

/** A tree over points, for the nearest one. */
export class PointTree {
  private readonly order: Uint32Array;
  /** Where each range of `order` is halved, by the place of its second half: points before it lie at or below, the others at or above. */
  private readonly planes: Float64Array;

  /** points [3 · …] and the numbers of those that belong to the tree; `rank` of a point: of equally near ones the lowest rank is nearest. */
  constructor(
    private readonly points: ArrayLike<number>,
    numbers: ArrayLike<number>,
    private readonly rank: (number: number) => number,
  ) {
    this.order = Uint32Array.from(numbers);
    this.planes = new Float64Array(this.order.length);
    this.sort(0, this.order.length, 0);
  }

  /** The nearest point and its distance; −1 and Infinity where the tree is empty. */
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
      // As near counts too: its rank may be lower.
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
