/** A share of 0..1 in percent, two digits that count. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
