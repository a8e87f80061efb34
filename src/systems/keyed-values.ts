/** How a value changes between two keys. */
export const interpolations = ['linear', 'smooth', 'step'] as const;
/** One of `interpolations`. */
export type Interpolation = (typeof interpolations)[number];

/** The value of a parameter at a time, seconds of the scene. */
export interface ValueKey<Value = number | readonly number[]> {
  readonly time: number;
  readonly value: Value;
}

/**
 * A parameter that changes over time. Before the first key it has the value of the first, after the last key that of the last. Two keys of one
 * time are a jump. `sortKeys` brings keys in the order that all other functions of this file need.
 */
export interface KeyedValue<Value = number | readonly number[]> {
  readonly keys: readonly ValueKey<Value>[];
  /** Default: linear. smooth: the change begins and ends gently at every key, and stays between the values of both keys. */
  readonly interpolation?: Interpolation;
}

/** Returns whether a value has the form of keys over time. Its contents may be invalid. */
export function isKeyed(value: unknown): value is KeyedValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, 'keys');
}

/** Sorts keys by time. Keys of one time keep their order. */
export function sortKeys(keyed: KeyedValue): KeyedValue {
  return { ...keyed, keys: keyed.keys.toSorted((a, b) => a.time - b.time) };
}

/** Returns the value at a time, seconds. Between equal values it is exactly this value. */
export function valueAt<Value extends number | readonly number[]>(
  keyed: KeyedValue<Value>,
  t: number,
): Value {
  const { keys, interpolation = 'linear' } = keyed;
  let next = 0;
  while (next < keys.length && keys[next].time <= t) next++;
  if (next === 0) return keys[0].value;
  const from = keys[next - 1];
  if (next === keys.length || interpolation === 'step') return from.value;
  const to = keys[next];
  const f = (t - from.time) / (to.time - from.time);
  const fraction = interpolation === 'smooth' ? f * f * (3 - 2 * f) : f;
  return mix(from.value, to.value, fraction) as Value;
}

function mix(
  from: number | readonly number[],
  to: number | readonly number[],
  fraction: number,
): number | number[] {
  if (typeof from === 'number') return mixNumbers(from, to as number, fraction);
  return from.map((value, k) => mixNumbers(value, (to as readonly number[])[k], fraction));
}

function mixNumbers(from: number, to: number, fraction: number): number {
  // The sum of −0 and 0 would be 0.
  return from === to ? from : from + (to - from) * fraction;
}

/** Returns whether all keys have the same value. */
export function isConstant({ keys }: KeyedValue): boolean {
  const first = String(keys[0].value);
  return keys.every(({ value }) => String(value) === first);
}
