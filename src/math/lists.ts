// A call takes its arguments from the stack, where a long list does not fit: `push(...list)` and `Math.max(...list)` end in a
// RangeError for some hundred thousand items. These take lists of any length.

/** Puts items at the end of a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The largest of some numbers and `least`: −Infinity where there are none, NaN where one is. */
export function maxOf(values: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest of some numbers and `most`: Infinity where there are none, NaN where one is. */
export function minOf(values: Iterable<number>, most = Infinity): number {
  let least = most;
  for (const value of values) least = Math.min(least, value);
  return least;
}
