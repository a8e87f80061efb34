/** A share of 0..1 in percent, two digits that count. */
export function percent(part: number): string {
  return `${Number((100 * part).toPrecision(2))} %`;
}
