import { type KeyedValue, valueAt } from './keyed-values.ts';

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
