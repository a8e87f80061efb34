/** Boxes in a leaf at most. */
const leafSize = 4;

/** A tree over boxes, low x y z and high x y z each, for the boxes that hold a point. */
export class BoxTree {
  /** The tree's order → the caller's. */
  private readonly order: Uint32Array;
  /** Of each node: the box around all of its own, the first of them in `order` and the end; its children, −1 of a leaf. */
  private readonly nodes: { box: number[]; first: number; end: number; children: [number, number] | null }[] =
    [];

  constructor(private readonly boxes: readonly (readonly number[])[]) {
    this.order = Uint32Array.from(boxes.keys());
    if (boxes.length > 0) this.split(0, boxes.length);
  }

  /** Calls `use` with the number of each box that holds the point, its faces included. */
  visit(point: readonly number[], use: (box: number) => void): void {
    const stack = this.nodes.length > 0 ? [0] : [];
    while (stack.length > 0) {
      const { box, first, end, children } = this.nodes[stack.pop()!];
      if (!holds(box, point)) continue;
      if (children) stack.push(children[0], children[1]);
      else {
        for (let k = first; k < end; k++) if (holds(this.boxes[this.order[k]], point)) use(this.order[k]);
      }
    }
  }

  /** Makes the node of a range of `order`, halved by the middles of its boxes along its longest side; its number. */
  private split(first: number, end: number): number {
    const { boxes, order } = this;
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let k = first; k < end; k++) {
      const own = boxes[order[k]];
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], own[axis]);
        box[3 + axis] = Math.max(box[3 + axis], own[3 + axis]);
      }
    }
    const node = this.nodes.push({ box, first, end, children: null }) - 1;
    if (end - first <= leafSize) return node;
    const sides = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
    const axis = sides.indexOf(Math.max(sides[0], sides[1], sides[2]));
    const middle = (k: number) => boxes[k][axis] + boxes[k][3 + axis];
    order.subarray(first, end).sort((a, b) => middle(a) - middle(b) || a - b);
    const half = (first + end) >> 1;
    this.nodes[node].children = [this.split(first, half), this.split(half, end)];
    return node;
  }
}

function holds(box: readonly number[], point: readonly number[]): boolean {
  return (
    box[0] <= point[0] &&
    point[0] <= box[3] &&
    box[1] <= point[1] &&
    point[1] <= box[4] &&
    box[2] <= point[2] &&
    point[2] <= box[5]
  );
}
