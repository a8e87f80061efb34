import { append, maxOf } from './lists.ts';

/** Boxes of things in space or in a plane (z = 0), for what is near and what is around. */
export interface BoxTree {
  readonly count: number;
  /** [count] the things in the order of the leaves. */
  readonly items: Uint32Array;
  /** [6 · nodeCount] least x y z, greatest x y z. */
  readonly boxes: Float64Array;
  /** [nodeCount] of a leaf: its first item; of another: its second child, the first follows it. */
  readonly starts: Uint32Array;
  /** [nodeCount] items of a leaf, 0 for what is none. */
  readonly sizes: Uint32Array;
}

const leafSize = 4;
/** Nodes still to be looked at. Deeper than any tree of 2³² items, halved at each level; one search at a time. */
const stack = new Uint32Array(64);
/** Squared distance of each. */
const gaps = new Float64Array(64);

/** A tree over boxes [6 · count] (least x y z, greatest x y z), halved along the longest side of their middles. */
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

/** Squared distance of an item to a point. */
export type MeasureItem = (item: number, x: number, y: number, z: number) => number;

/** Squared distance of a point to the nearest item; Infinity where there is none. */
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
    // The nearer one is looked at first: it lies on top.
    const isFirstNearer = firstGap <= secondGap;
    stack[top] = isFirstNearer ? second : first;
    gaps[top++] = isFirstNearer ? secondGap : firstGap;
    stack[top] = isFirstNearer ? first : second;
    gaps[top++] = isFirstNearer ? firstGap : secondGap;
  }
  return best;
}

/** Items no further from a point than the square root of `limit`, in no order, but null where there are more than `most`. */
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

/** True when `test` holds for an item whose box holds the point. */
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

/** Squared; 0 inside. */
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
