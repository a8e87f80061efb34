/** Formats a fraction as a percentage with two significant digits. */
export function percent(part: number): string {
  return `${Number((100 * part).toPrecision(2))} %`;
}
