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
  if (typeof from === 'number') return from + ((to as number) - from) * fraction;
  return from.map((value, k) => value + ((to as readonly number[])[k] - value) * fraction);
}

/** Returns whether all keys have the same value. */
export function isConstant({ keys }: KeyedValue): boolean {
  const first = String(keys[0].value);
  return keys.every(({ value }) => String(value) === first);
}

/** Points and weights of Gauss–Legendre quadrature of four points over 0..1. Exact for polynomials of degree 7. */
const gaussPoints = [0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970262];
const gaussWeights = [0.17392742256872692, 0.3260725774312731, 0.3260725774312731, 0.17392742256872692];
/** Number of parts into which the time between two keys is divided for the quadrature. */
const quadratureParts = 4;

/** What an integral of a value adds up. */
const measures = {
  length: (value: number | readonly number[]) => {
    const [x, y, z] = value as readonly number[];
    return Math.sqrt(x * x + y * y + z * z);
  },
  value: (value: number | readonly number[]) => value as number,
  inverse: (value: number | readonly number[]) => 1 / (value as number),
} as const;
/** The name of a measure. */
export type IntegralMeasure = keyof typeof measures;

/** Returns the integral of a measure of the value from time 0 to t. It is a function of t alone, so it needs no state. */
export function integrateKeys(keyed: KeyedValue, measure: IntegralMeasure, t: number): number {
  return sinceFirst(keyed, measures[measure], t) - sinceFirst(keyed, measures[measure], 0);
}

/** Returns the integral from the first key to t; negative before the first key. */
function sinceFirst(
  keyed: KeyedValue,
  measure: (value: number | readonly number[]) => number,
  t: number,
): number {
  const { keys } = keyed;
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (t <= first.time) return (t - first.time) * measure(first.value);
  let sum = 0;
  for (let k = 0; k + 1 < keys.length && keys[k].time < t; k++) {
    const [from, end] = [keys[k].time, Math.min(t, keys[k + 1].time)];
    const part = (end - from) / quadratureParts;
    for (let n = 0; n < quadratureParts && part > 0; n++) {
      for (let g = 0; g < gaussPoints.length; g++) {
        sum += part * gaussWeights[g] * measure(valueAt(keyed, from + (n + gaussPoints[g]) * part));
      }
    }
  }
  return t > last.time ? sum + (t - last.time) * measure(last.value) : sum;
}
