/** `no clips`, `1 clip`, `12 clips`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value === 0 ? 'no' : value} ${value === 1 ? one : many}`;
}

/** A number with four digits that count. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** What there is to know, one thing a line; or that there is nothing. */
export function problemLines(problems: readonly string[]): string[] {
  if (problems.length === 0) return ['No problem found.'];
  return [`${count(problems.length, 'thing')} to know:`, ...problems.map((problem) => `  ${problem}`)];
}
