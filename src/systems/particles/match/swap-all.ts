import type { PairList } from './pair-list.ts';

/** A swap must gain more than rounding can feign: then the sum falls with every swap, and the work ends. */
const rounding = 1e-14;

/**
 * Swaps targets of any two pairs as long as that lessens the sum of squared distances: (xi − xj) · (yi − yj) ≥ 0 for all
 * i, j afterwards, to 1e-14 of the products. Takes count² / 2 products and `count` more a swap.
 */
export function swapAll(pairs: PairList): void {
  const { places, goals, targets, count } = pairs;
  // Those that have to be compared with all others; first a pass over all that compares each two once.
  const waiting = new Uint8Array(count);
  const queue: number[] = [];
  for (let k = 0; k < count; k++) compare(k, k + 1);
  while (queue.length > 0) {
    const k = queue.pop()!;
    waiting[k] = 0;
    compare(k, 0);
  }

  function wait(k: number): void {
    if (waiting[k]) return;
    waiting[k] = 1;
    queue.push(k);
  }

  function compare(k: number, first: number): void {
    const p = 3 * k;
    const x0 = places[p];
    const x1 = places[p + 1];
    const x2 = places[p + 2];
    let y0 = goals[p];
    let y1 = goals[p + 1];
    let y2 = goals[p + 2];
    for (let other = first, q = 3 * first; other < count; other++, q += 3) {
      const z0 = goals[q];
      const z1 = goals[q + 1];
      const z2 = goals[q + 2];
      const a = (x0 - places[q]) * (y0 - z0);
      const b = (x1 - places[q + 1]) * (y1 - z1);
      const c = (x2 - places[q + 2]) * (y2 - z2);
      const product = a + b + c;
      if (product >= 0 || product > -rounding * (Math.abs(a) + Math.abs(b) + Math.abs(c))) continue;
      goals[q] = y0;
      goals[q + 1] = y1;
      goals[q + 2] = y2;
      goals[p] = y0 = z0;
      goals[p + 1] = y1 = z1;
      goals[p + 2] = y2 = z2;
      const target = targets[k];
      targets[k] = targets[other];
      targets[other] = target;
      wait(other);
      wait(k);
    }
  }
}
