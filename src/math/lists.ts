// The arguments of a call are on the stack, which limits their number: `push(...list)` and `Math.max(...list)` throw a RangeError for
// some hundred thousand items. These functions take lists of any length.

/** Appends items to a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Returns the maximum of the values and `floor`. NaN if a value is NaN. */
export function maxOf(values: Iterable<number>, floor = -Infinity): number {
  let max = floor;
  for (const value of values) max = Math.max(max, value);
  return max;
}

/** Returns the minimum of the values and `ceiling`. NaN if a value is NaN. */
export function minOf(values: Iterable<number>, ceiling = Infinity): number {
  let min = ceiling;
  for (const value of values) min = Math.min(min, value);
  return min;
}
