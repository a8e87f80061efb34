/** Numbers that programs commonly write for unknown samples, in increasing order. */
const habitual = [-32768, -32767, -9999];

/** A number of this list is treated as unknown if it is at least this far below all other heights, m. Terrains have no such steps. */
const minGap = 1000;

/** Maximum height, m. A larger number means that the sample is unknown. */
const maxHeight = 1e12;

/**
 * Returns the mask of samples that are not heights: NaN, infinite and absurd values, and values that equal `noData`. If the file does not
 * define `noData`, −32768, −32767 or −9999 is masked if it is more than 1000 m below all other values.
 *
 * values: as in the file, before any scaling. mask [values.length]: 1 if unknown. Null if all are known.
 */
export function maskUnknown(
  values: Float64Array,
  noData: number | null,
): { mask: Uint8Array | null; warnings: string[] } {
  const mask = new Uint8Array(values.length);
  let isWhole = true;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (Math.abs(value) < maxHeight && value !== noData) continue;
    mask[k] = 1;
    isWhole = false;
  }
  const guess = noData === null ? findHabitual(values, mask) : null;
  if (guess === null) return { mask: isWhole ? null : mask, warnings: [] };
  for (let k = 0; k < values.length; k++) if (values[k] === guess) mask[k] = 1;
  return {
    mask,
    warnings: [
      `the file defines no number for unknown samples, but ${guess} is far below all others: it is treated as that number`,
    ],
  };
}

/** Returns the minimum of the values, if it is one of the usual numbers and all other values are far above it. Otherwise null. */
function findHabitual(values: Float64Array, mask: Uint8Array): number | null {
  let min = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (mask[k] || value >= second) continue;
    if (value < min) {
      second = min;
      min = value;
    } else if (value > min) second = value;
  }
  return habitual.includes(min) && second < Number.POSITIVE_INFINITY && second - min > minGap ? min : null;
}

/** Returns the union of two masks. May overwrite a. */
export function joinMasks(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (!a || !b) return a ?? b;
  for (let k = 0; k < a.length; k++) a[k] |= b[k];
  return a;
}
