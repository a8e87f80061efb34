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
    boxes.push(...box);
    const isLeaf = to - from <= leafSize;
    starts.push(from);
    sizes.push(isLeaf ? to - from : 0);
    if (isLeaf) return;
    const sides = most.map((value, axis) => value - least[axis]);
    const axis = sides.indexOf(Math.max(...sides));
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

/**
 * The item nearest to a point and the square of its distance; item −1 where none is nearer than `limit` (squared).
 * `measure` gives an item's squared distance.
 */
export function findNearest(
  tree: BoxTree,
  x: number,
  y: number,
  z: number,
  measure: (item: number, x: number, y: number, z: number) => number,
  limit = Number.POSITIVE_INFINITY,
): { item: number; squared: number } {
  const { items, starts, sizes, boxes } = tree;
  let top = tree.count > 0 ? 1 : 0;
  let best = limit;
  let found = -1;
  while (top > 0) {
    const node = stack[--top];
    if (distanceToBox(boxes, node, x, y, z) >= best) continue;
    if (sizes[node] === 0) {
      const [first, second] = [node + 1, starts[node]];
      const isFirstNearer = distanceToBox(boxes, first, x, y, z) <= distanceToBox(boxes, second, x, y, z);
      stack[top++] = isFirstNearer ? second : first;
      stack[top++] = isFirstNearer ? first : second;
      continue;
    }
    for (let k = starts[node]; k < starts[node] + sizes[node]; k++) {
      const squared = measure(items[k], x, y, z);
      if (squared < best) {
        best = squared;
        found = items[k];
      }
    }
  }
  return { item: found, squared: best };
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
  const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 3]);
  const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 4]);
  const dz = Math.max(boxes[at + 2] - z, 0, z - boxes[at + 5]);
  return dx * dx + dy * dy + dz * dz;
}
