/** Formats a count: `no clips`, `1 clip`, `12 clips`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value === 0 ? 'no' : value} ${value === 1 ? one : many}`;
}

/** Formats a number with four significant digits. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/**
 * Formats a range with as many digits as are needed to distinguish its ends, also far from 0: `354000 … 354128`. There are at least four
 * significant digits.
 */
export function formatRange(low: number, high: number): string {
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const span = high > low ? high - low : 1;
  const extra = farthest > 0 ? Math.floor(Math.log10(farthest / span)) : 0;
  const digits = Math.min(15, 4 + Math.max(0, extra));
  return [low, high].map((value) => String(Number(value.toPrecision(digits)))).join(' … ');
}

/** Lists the problems, one on each line, or states that there are none. */
export function problemLines(problems: readonly string[]): string[] {
  if (problems.length === 0) return ['No problem found.'];
  return [`${count(problems.length, 'note')}:`, ...problems.map((problem) => `  ${problem}`)];
}
