/** Numbers that programs write where they know nothing, lowest first. */
const habitual = [-32768, -32767, -9999];

/** A terrain does not drop this far at once, m: what does is not a height. */
const leastGap = 1000;

/** No height on any world: what is beyond is a number that stands for "nothing known". */
const greatestHeight = 1e12;

/**
 * Which samples are not heights: NaN, infinite and absurd ones, those that equal `noData`, and, where a file does not name
 * that number, −32768, −32767 or −9999 when they stand alone more than 1000 m below all others.
 *
 * values: as they stand in the file, before any scaling. mask [values.length] 1 where nothing is known, null where everything is.
 */
export function maskUnknown(
  values: Float64Array,
  noData: number | null,
): { mask: Uint8Array | null; warnings: string[] } {
  const mask = new Uint8Array(values.length);
  let isWhole = true;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (Math.abs(value) < greatestHeight && value !== noData) continue;
    mask[k] = 1;
    isWhole = false;
  }
  const guess = noData === null ? findHabitual(values, mask) : null;
  if (guess === null) return { mask: isWhole ? null : mask, warnings: [] };
  for (let k = 0; k < values.length; k++) if (values[k] === guess) mask[k] = 1;
  return {
    mask,
    warnings: [
      `the file names no number for "nothing known", but ${guess} stands alone far below all others: taken as that`,
    ],
  };
}

/** The lowest known number, if it is one of habit and all others lie far above it. */
function findHabitual(values: Float64Array, mask: Uint8Array): number | null {
  let least = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (mask[k] || value >= second) continue;
    if (value < least) {
      second = least;
      least = value;
    } else if (value > least) second = value;
  }
  return habitual.includes(least) && second < Number.POSITIVE_INFINITY && second - least > leastGap
    ? least
    : null;
}

/** Where either says that nothing is known; a may be overwritten. */
export function joinMasks(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (!a || !b) return a ?? b;
  for (let k = 0; k < a.length; k++) a[k] |= b[k];
  return a;
}
