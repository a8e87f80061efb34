/**
 * Formats a number with at most eight digits. This is exact for sizes that people choose, and 10 nm for heights. Negative zero becomes
 * zero.
 */
export function show(value: number): string {
  return String(Number(value.toPrecision(8)) + 0);
}

export function count(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? '' : 's'}`;
}

/** Formats a number with two digits. The last digit is at most the third decimal. */
export function showShort(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** Returns the lines of a text; none if it is empty. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/**
 * Returns paragraphs about the first items of a kind, and a line about the others: `beach and 5 others …`. Items without text give no
 * lines, and do not count.
 */
export function explainSome<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  max: number,
  explain: (thing: Thing) => readonly string[],
  more: string,
): string {
  const explained = things.map((thing) => ({ name: thing.name, lines: explain(thing) }));
  const some = explained.filter(({ lines }) => lines.length > 0);
  const paragraphs = some.slice(0, max).map(({ lines }) => lines.join('\n'));
  const rest = some.slice(max).map(({ name }) => name);
  if (rest.length === 0) return paragraphs.join('\n\n');
  const names = rest.length <= 3 ? rest.join(', ') : `${rest[0]} and ${rest.length - 1} others`;
  return `${paragraphs.join('\n\n')}\n  ${names} ${more}`;
}
