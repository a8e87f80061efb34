import type { PairList } from './pair-list.ts';

/** A swap must reduce the sum by more than rounding errors. Then every swap reduces it, and the loop ends. */
const rounding = 1e-14;

/** Number of adjacent pairs that are tested and skipped together. */
const blockSize = 16;

/**
 * Swaps the targets of any two pairs until no swap reduces the sum of squared distances. Then (xi − xj) · (yi − yj) ≥ 0 for all
 * i, j, up to 1e-14 of the products.
 *
 * Every pair is compared with all others. Blocks of pairs are skipped if none of their products can be negative. Pairs should be
 * sorted along a space-filling curve: blocks are then small, and most are skipped.
 */
export function swapAll(pairs: PairList): void {
  const { positions, goals, targets, count } = pairs;
  const blocks = new BlockBounds(pairs);
  // Compares all pairs once, then each changed pair with all others.
  const waiting = new Uint8Array(count);
  const queue: number[] = [];
  for (let k = 0; k < count; k++) compareFrom(k, Math.floor(k / blockSize));
  while (queue.length > 0) {
    const k = queue.pop()!;
    waiting[k] = 0;
    compareFrom(k, 0);
  }

  function compareFrom(k: number, first: number): void {
    for (let block = first; block < blocks.count; block++)
      if (!blocks.isMonotone(block, k)) compare(k, block);
  }

  function compare(k: number, block: number): void {
    const p = 3 * k;
    const end = Math.min(count, (block + 1) * blockSize);
    for (let other = block * blockSize, q = 3 * other; other < end; other++, q += 3) {
      const a = (positions[p] - positions[q]) * (goals[p] - goals[q]);
      const b = (positions[p + 1] - positions[q + 1]) * (goals[p + 1] - goals[q + 1]);
      const c = (positions[p + 2] - positions[q + 2]) * (goals[p + 2] - goals[q + 2]);
      const product = a + b + c;
      if (product >= 0 || product > -rounding * (Math.abs(a) + Math.abs(b) + Math.abs(c))) continue;
      swap(k, other);
    }
  }

  function swap(k: number, other: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const goal = goals[3 * k + axis];
      goals[3 * k + axis] = goals[3 * other + axis];
      goals[3 * other + axis] = goal;
    }
    const target = targets[k];
    targets[k] = targets[other];
    targets[other] = target;
    for (const changed of [k, other]) {
      blocks.widen(changed);
      if (!waiting[changed]) queue.push(changed);
      waiting[changed] = 1;
    }
  }
}

/** Bounding balls of the positions and of the goals of each block of pairs. */
class BlockBounds {
  readonly count: number;
  /** [8 · count] for each block: centre and radius of the ball of its positions, then of its goals. */
  private readonly balls: Float64Array;

  constructor(private readonly pairs: PairList) {
    this.count = Math.ceil(pairs.count / blockSize);
    this.balls = new Float64Array(8 * this.count);
    for (let block = 0; block < this.count; block++) {
      const start = block * blockSize;
      const end = Math.min(pairs.count, start + blockSize);
      for (let axis = 0; axis < 3; axis++) {
        for (let k = start; k < end; k++) {
          this.balls[8 * block + axis] += pairs.positions[3 * k + axis] / (end - start);
          this.balls[8 * block + 4 + axis] += pairs.goals[3 * k + axis] / (end - start);
        }
      }
      for (let k = start; k < end; k++) this.widen(k);
    }
  }

  /** Enlarges the balls of a block so that they contain pair k. */
  widen(k: number): void {
    const { balls } = this;
    const ball = 8 * Math.floor(k / blockSize);
    balls[ball + 3] = Math.max(balls[ball + 3], distance(this.pairs.positions, 3 * k, balls, ball));
    balls[ball + 7] = Math.max(balls[ball + 7], distance(this.pairs.goals, 3 * k, balls, ball + 4));
  }

  /** Returns true if (xk − x) · (yk − y) ≥ 0 for all x, y in the balls of a block. */
  isMonotone(block: number, k: number): boolean {
    const { balls } = this;
    const { positions, goals } = this.pairs;
    const ball = 8 * block;
    const p = 3 * k;
    const x0 = positions[p] - balls[ball];
    const x1 = positions[p + 1] - balls[ball + 1];
    const x2 = positions[p + 2] - balls[ball + 2];
    const y0 = goals[p] - balls[ball + 4];
    const y1 = goals[p + 1] - balls[ball + 5];
    const y2 = goals[p + 2] - balls[ball + 6];
    const product = x0 * y0 + x1 * y1 + x2 * y2;
    if (product < 0) return false;
    const positionRadius = balls[ball + 3];
    const goalRadius = balls[ball + 7];
    const x = Math.sqrt(x0 * x0 + x1 * x1 + x2 * x2);
    const y = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
    return product >= x * goalRadius + y * positionRadius + positionRadius * goalRadius;
  }
}

function distance(points: Float64Array, p: number, centers: Float64Array, c: number): number {
  const x = points[p] - centers[c];
  const y = points[p + 1] - centers[c + 1];
  const z = points[p + 2] - centers[c + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
