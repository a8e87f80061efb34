/** `no clips`, `1 clip`, `12 clips`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value === 0 ? 'no' : value} ${value === 1 ? one : many}`;
}

/** A number with four digits that count. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** A range with digits enough to tell its ends apart, however far from 0 it lies: `354000 … 354128`. At least four count. */
export function rangeWords(low: number, high: number): string {
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const span = high > low ? high - low : 1;
  const extra = farthest > 0 ? Math.floor(Math.log10(farthest / span)) : 0;
  const digits = Math.min(15, 4 + Math.max(0, extra));
  return [low, high].map((value) => String(Number(value.toPrecision(digits)))).join(' … ');
}

/** What there is to know, one thing a line; or that there is nothing. */
export function problemLines(problems: readonly string[]): string[] {
  if (problems.length === 0) return ['No problem found.'];
  return [`${count(problems.length, 'thing')} to know:`, ...problems.map((problem) => `  ${problem}`)];
}
