import { append } from '../math/lists.ts';

/** Maximum number of items in a leaf. */
const leafSize = 4;

/**
 * Called with an item (its position in the tree's order), a point, and the smallest squared distance so far, `best`. Returns the smaller
 * one of `best` and the squared distance of the item from the point.
 */
export type OfferItem = (k: number, x: number, y: number, z: number, best: number) => number;

/**
 * A bounding volume hierarchy of axis-aligned boxes, in space or in a plane (z = 0). It is built once. If the items move, `refit` adapts
 * the boxes to them.
 */
export class BoxTree {
  /** Indices of the items, in the order of the leaves, [count]. */
  readonly order: Uint32Array;
  /** Minimum and maximum x y z of each item, in the tree's order, [6 · count]. */
  readonly itemBoxes: Float64Array;
  /** Minimum and maximum x y z of each node, [6 · nodeCount]. Children come after their parents. */
  readonly boxes: Float64Array;
  /** Index of the first child, or 0 for a leaf, [nodeCount]. The second child comes directly after the first. */
  readonly children: Int32Array;
  /** The items below a node are starts[node] … ends[node] − 1 in the tree's order. [nodeCount] */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  protected readonly stack = new Int32Array(128);
  /** Squared distance of each node on the stack. */
  private readonly gaps = new Float64Array(128);

  /**
   * itemBoxes: [6 · count] boxes of the items; count may be 0. centres: [3 · count] points by which the items are sorted into halves;
   * default: the centres of the boxes. isSpaceHalved: a node is split at the middle of its extent instead of at the median. Its children
   * may then have different numbers of items, but their boxes overlap less.
   */
  constructor(itemBoxes: Float64Array, centres = centresOf(itemBoxes), isSpaceHalved = false) {
    const count = itemBoxes.length / 6;
    this.order = Uint32Array.from({ length: count }, (_, item) => item);
    const children = [0];
    const starts = [0];
    const ends = [count];
    const open = [0];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const [start, end] = [starts[node], ends[node]];
      if (end - start <= leafSize) continue;
      const middle = split(this.order, centres, start, end, isSpaceHalved);
      const child = children.length;
      children[node] = child;
      append(children, [0, 0]);
      append(starts, [start, middle]);
      append(ends, [middle, end]);
      append(open, [child, child + 1]);
    }
    this.children = Int32Array.from(children);
    this.starts = Uint32Array.from(starts);
    this.ends = Uint32Array.from(ends);
    this.boxes = new Float64Array(6 * children.length);
    this.itemBoxes = new Float64Array(6 * count);
    for (let k = 0; k < count; k++) {
      this.itemBoxes.set(itemBoxes.subarray(6 * this.order[k], 6 * this.order[k] + 6), 6 * k);
    }
    this.refitNodes();
  }

  get count(): number {
    return this.order.length;
  }

  /** Minimum and maximum corner of the bounding box, [6]. Without items, the minima are larger than the maxima. */
  get bounds(): Float64Array {
    return this.boxes.subarray(0, 6);
  }

  /** Fits the boxes of all nodes to `itemBoxes`. */
  protected refitNodes(): void {
    const { boxes, children, starts, ends, itemBoxes } = this;
    for (let node = children.length - 1; node >= 0; node--) {
      const box = 6 * node;
      const child = children[node];
      if (child > 0) {
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
      for (let from = 6 * starts[node]; from < 6 * ends[node]; from += 6) {
        for (let k = 0; k < 3; k++) {
          boxes[box + k] = Math.min(boxes[box + k], itemBoxes[from + k]);
          boxes[box + 3 + k] = Math.max(boxes[box + 3 + k], itemBoxes[from + 3 + k]);
        }
      }
    }
  }

  /**
   * Visits the items whose boxes are nearer than the smallest squared distance so far. Returns the smallest squared distance of an item;
   * `best` if no item is nearer. isTieOffered: also visits items at exactly that distance. (Because of a rounding error, a box may seem
   * farther away than its item.)
   */
  search(x: number, y: number, z: number, best: number, offer: OfferItem, isTieOffered = false): number {
    const { boxes, children, starts, ends, stack, gaps } = this;
    let depth = 1;
    stack[0] = 0;
    gaps[0] = squaredGap(boxes, 0, x, y, z);
    while (depth > 0) {
      const gap = gaps[--depth];
      if (isTieOffered ? gap > best * (1 + 1e-12) : gap >= best) continue;
      const node = stack[depth];
      const child = children[node];
      if (child === 0) {
        for (let k = starts[node]; k < ends[node]; k++) best = offer(k, x, y, z, best);
        continue;
      }
      const a = squaredGap(boxes, 6 * child, x, y, z);
      const b = squaredGap(boxes, 6 * child + 6, x, y, z);
      // The nearer child is pushed last, so that it is visited first.
      const far = a <= b ? 1 : 0;
      stack[depth] = child + far;
      gaps[depth++] = far === 1 ? b : a;
      stack[depth] = child + 1 - far;
      gaps[depth++] = far === 1 ? a : b;
    }
    return best;
  }

  /**
   * Calls `visit` for each item in a leaf whose box is at most `reach` (squared distance) from a point, until `visit` returns true. Returns
   * whether `visit` returned true.
   */
  someNear(x: number, y: number, z: number, reach: number, visit: (item: number) => boolean): boolean {
    const { boxes, children, starts, ends, order, stack } = this;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (squaredGap(boxes, 6 * node, x, y, z) > reach) continue;
      const child = children[node];
      if (child > 0) {
        stack[depth++] = child + 1;
        stack[depth++] = child;
        continue;
      }
      for (let k = starts[node]; k < ends[node]; k++) if (visit(order[k])) return true;
    }
    return false;
  }
}

/** Returns twice the centres of boxes. The factor does not matter, because only the order of centres is used. */
function centresOf(boxes: Float64Array): Float64Array {
  return Float64Array.from({ length: boxes.length / 2 }, (_, k) => {
    const at = 6 * Math.floor(k / 3) + (k % 3);
    return boxes[at] + boxes[at + 3];
  });
}

/**
 * Sorts items [start, end) into two halves along the longest extent of their centres. Returns the index of the first item of the second
 * half.
 */
function split(
  order: Uint32Array,
  centres: Float64Array,
  start: number,
  end: number,
  isSpaceHalved: boolean,
): number {
  let axis = 0;
  let longest = -1;
  let middle = 0;
  for (let a = 0; a < 3; a++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = start; k < end; k++) {
      const value = centres[3 * order[k] + a];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low <= longest) continue;
    longest = high - low;
    axis = a;
    middle = (low + high) / 2;
  }
  if (isSpaceHalved) {
    let at = start;
    for (let k = start; k < end; k++) {
      if (centres[3 * order[k] + axis] >= middle) continue;
      const item = order[k];
      order[k] = order[at];
      order[at++] = item;
    }
    // If almost all items would be on one side, the median is used instead, so that the tree stays shallow.
    if (8 * Math.min(at - start, end - at) >= end - start) return at;
  }
  order.subarray(start, end).sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
  return (start + end) >> 1;
}

/** Returns the squared distance from a point to a box; 0 inside. */
function squaredGap(boxes: Float64Array, box: number, x: number, y: number, z: number): number {
  const dx = Math.max(boxes[box] - x, x - boxes[box + 3], 0);
  const dy = Math.max(boxes[box + 1] - y, y - boxes[box + 4], 0);
  const dz = Math.max(boxes[box + 2] - z, z - boxes[box + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}
