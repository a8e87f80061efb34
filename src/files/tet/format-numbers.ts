/** Formats a count: `no elements`, `1 element`, `12 elements`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value === 0 ? 'no' : value} ${value === 1 ? one : many}`;
}

const shownNumbers = 5;

/** Lists numbers: `7, 9, 12`. If there are many, the list ends with the number of the others. */
export function listNumbers(numbers: readonly number[]): string {
  const shown = numbers.slice(0, shownNumbers).join(', ');
  return numbers.length > shownNumbers ? `${shown} and ${numbers.length - shownNumbers} more` : shown;
}
