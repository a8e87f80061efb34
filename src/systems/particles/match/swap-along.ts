import type { PairList } from './pair-list.ts';

/**
 * Swaps the targets of each pair and of the next `reach` pairs in the list if this reduces the sum of squared distances, which
 * is so if and only if (xi − xj) · (yi − yj) < 0. Returns the number of swaps.
 */
export function swapAlong(pairs: PairList, reach: number): number {
  const { positions, goals, targets, count } = pairs;
  let swapCount = 0;
  for (let k = 0, p = 0; k < count; k++, p += 3) {
    const x0 = positions[p];
    const x1 = positions[p + 1];
    const x2 = positions[p + 2];
    let y0 = goals[p];
    let y1 = goals[p + 1];
    let y2 = goals[p + 2];
    let target = targets[k];
    const end = Math.min(count, k + 1 + reach);
    for (let other = k + 1, q = p + 3; other < end; other++, q += 3) {
      const z0 = goals[q];
      const z1 = goals[q + 1];
      const z2 = goals[q + 2];
      const gain =
        (x0 - positions[q]) * (y0 - z0) +
        (x1 - positions[q + 1]) * (y1 - z1) +
        (x2 - positions[q + 2]) * (y2 - z2);
      if (gain >= 0) continue;
      goals[q] = y0;
      goals[q + 1] = y1;
      goals[q + 2] = y2;
      y0 = z0;
      y1 = z1;
      y2 = z2;
      const swapped = targets[other];
      targets[other] = target;
      target = swapped;
      swapCount++;
    }
    goals[p] = y0;
    goals[p + 1] = y1;
    goals[p + 2] = y2;
    targets[k] = target;
  }
  return swapCount;
}
