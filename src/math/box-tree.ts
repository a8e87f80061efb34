import { append, maxOf } from './lists.ts';

/** A bounding volume hierarchy of axis-aligned boxes, in space or in a plane (z = 0), for nearest-item and point-in-box queries. */
export interface BoxTree {
  readonly count: number;
  /** [count] indices of the items, in the order of the leaves. */
  readonly items: Uint32Array;
  /** [6 · nodeCount] min x y z, max x y z of each node. */
  readonly boxes: Float64Array;
  /** [nodeCount] leaf: position of its first item in `items`; inner node: index of its second child (the first child is the next node). */
  readonly starts: Uint32Array;
  /** [nodeCount] number of items of a leaf; 0 for an inner node. */
  readonly sizes: Uint32Array;
}

const leafSize = 4;
/** Stack of nodes to visit. It suffices for 2³² items, since each level halves them. It is shared, so a search must not be nested. */
const stack = new Uint32Array(64);
/** Squared distance of each node on the stack. */
const gaps = new Float64Array(64);

/** Builds a tree of boxes [6 · count] (min x y z, max x y z). Each node is split at the median along the longest extent of the centres. */
export function buildBoxTree(itemBoxes: Float64Array): BoxTree {
  const count = itemBoxes.length / 6;
  const items = Uint32Array.from({ length: count }, (_, k) => k);
  const boxes: number[] = [];
  const starts: number[] = [];
  const sizes: number[] = [];
  const middle = (item: number, axis: number) => itemBoxes[6 * item + axis] + itemBoxes[6 * item + 3 + axis];

  const build = (from: number, to: number): void => {
    const node = starts.length;
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const least = [Infinity, Infinity, Infinity];
    const most = [-Infinity, -Infinity, -Infinity];
    for (let k = from; k < to; k++) {
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], itemBoxes[6 * items[k] + axis]);
        box[3 + axis] = Math.max(box[3 + axis], itemBoxes[6 * items[k] + 3 + axis]);
        least[axis] = Math.min(least[axis], middle(items[k], axis));
        most[axis] = Math.max(most[axis], middle(items[k], axis));
      }
    }
    append(boxes, box);
    const isLeaf = to - from <= leafSize;
    starts.push(from);
    sizes.push(isLeaf ? to - from : 0);
    if (isLeaf) return;
    const sides = most.map((value, axis) => value - least[axis]);
    const axis = sides.indexOf(maxOf(sides));
    items.subarray(from, to).sort((a, b) => middle(a, axis) - middle(b, axis) || a - b);
    const half = (from + to) >> 1;
    build(from, half);
    starts[node] = starts.length;
    build(half, to);
  };
  if (count > 0) build(0, count);
  return {
    count,
    items,
    boxes: Float64Array.from(boxes),
    starts: Uint32Array.from(starts),
    sizes: Uint32Array.from(sizes),
  };
}

/** Returns the squared distance of an item from a point. */
export type MeasureItem = (item: number, x: number, y: number, z: number) => number;

/** Squared distance from a point to the nearest item; Infinity for an empty tree. */
export function findNearest(tree: BoxTree, x: number, y: number, z: number, measure: MeasureItem): number {
  const { items, starts, sizes, boxes } = tree;
  if (tree.count === 0) return Number.POSITIVE_INFINITY;
  let top = 1;
  stack[0] = 0;
  gaps[0] = 0;
  let best = Number.POSITIVE_INFINITY;
  while (top > 0) {
    top--;
    if (gaps[top] >= best) continue;
    const node = stack[top];
    const size = sizes[node];
    if (size > 0) {
      for (let k = starts[node]; k < starts[node] + size; k++) {
        const squared = measure(items[k], x, y, z);
        if (squared < best) best = squared;
      }
      continue;
    }
    const first = node + 1;
    const second = starts[node];
    const firstGap = distanceToBox(boxes, first, x, y, z);
    const secondGap = distanceToBox(boxes, second, x, y, z);
    // The nearer child is pushed last, so it is visited first.
    const isFirstNearer = firstGap <= secondGap;
    stack[top] = isFirstNearer ? second : first;
    gaps[top++] = isFirstNearer ? secondGap : firstGap;
    stack[top] = isFirstNearer ? first : second;
    gaps[top++] = isFirstNearer ? firstGap : secondGap;
  }
  return best;
}

/** Items with a squared distance of at most `limit` from a point, in any order; null if there are more than `most`. */
export function listWithin(
  tree: BoxTree,
  x: number,
  y: number,
  z: number,
  limit: number,
  most: number,
  measure: MeasureItem,
): Uint32Array | null {
  const { items, starts, sizes, boxes } = tree;
  const found: number[] = [];
  let top = tree.count > 0 ? 1 : 0;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (distanceToBox(boxes, node, x, y, z) > limit) continue;
    if (sizes[node] === 0) {
      stack[top++] = starts[node];
      stack[top++] = node + 1;
      continue;
    }
    for (let k = starts[node]; k < starts[node] + sizes[node]; k++) {
      if (measure(items[k], x, y, z) <= limit && found.push(items[k]) > most) return null;
    }
  }
  return Uint32Array.from(found);
}

/** True if `test` is true for an item that may contain the point: one in a leaf whose box contains it. */
export function someAround(
  tree: BoxTree,
  x: number,
  y: number,
  z: number,
  test: (item: number) => boolean,
): boolean {
  const { items, starts, sizes, boxes } = tree;
  let top = tree.count > 0 ? 1 : 0;
  stack[0] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (distanceToBox(boxes, node, x, y, z) > 0) continue;
    if (sizes[node] === 0) {
      stack[top++] = starts[node];
      stack[top++] = node + 1;
      continue;
    }
    for (let k = starts[node]; k < starts[node] + sizes[node]; k++) if (test(items[k])) return true;
  }
  return false;
}

/** Squared distance from a point to the box of a node; 0 inside. */
function distanceToBox(boxes: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = 6 * node;
  const lowX = boxes[at] - x;
  const lowY = boxes[at + 1] - y;
  const lowZ = boxes[at + 2] - z;
  const highX = x - boxes[at + 3];
  const highY = y - boxes[at + 4];
  const highZ = z - boxes[at + 5];
  const dx = lowX > 0 ? lowX : highX > 0 ? highX : 0;
  const dy = lowY > 0 ? lowY : highY > 0 ? highY : 0;
  const dz = lowZ > 0 ? lowZ : highZ > 0 ? highZ : 0;
  return dx * dx + dy * dy + dz * dz;
}
