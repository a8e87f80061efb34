/**
 * Divides `count` in proportion to weights (≥ 0, not all 0) into integers whose sum is exactly `count`. The quotients
 * with the largest remainders are rounded up. Of equal remainders, the one with the lower index is first (largest remainder
 * method).
 */
export function divideCount(count: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (count * weight) / total);
  const fractions = exact.map(Math.floor);
  let left = count - fractions.reduce((sum, fraction) => sum + fraction, 0);
  const order = exact
    .map((value, k) => ({ k, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.k - b.k);
  for (let k = 0; left > 0; k = (k + 1) % order.length) {
    fractions[order[k].k]++;
    left--;
  }
  return fractions;
}
