// The arguments of a call are on the stack, which limits their number: `push(...list)` and `Math.max(...list)` throw a RangeError for
// some hundred thousand items. These functions take lists of any length.

/** Appends items to a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The maximum of the values and `least`; −Infinity for no values and no `least`, NaN if a value is NaN. */
export function maxOf(values: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The minimum of the values and `most`; Infinity for no values and no `most`, NaN if a value is NaN. */
export function minOf(values: Iterable<number>, most = Infinity): number {
  let least = most;
  for (const value of values) least = Math.min(least, value);
  return least;
}
