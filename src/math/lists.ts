// The arguments of a call are on the stack, which limits their number: for some hundred thousand items, `push(...list)` and
// `Math.max(...list)` throw a RangeError. The following functions accept lists of any length.

/** Appends items to a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Returns the maximum of the values, but at least `floor`. NaN if a value is NaN. */
export function maxOf(values: Iterable<number>, floor = -Infinity): number {
  let max = floor;
  for (const value of values) max = Math.max(max, value);
  return max;
}

/** Returns the minimum of the values, but at most `ceiling`. NaN if a value is NaN. */
export function minOf(values: Iterable<number>, ceiling = Infinity): number {
  let min = ceiling;
  for (const value of values) min = Math.min(min, value);
  return min;
}
