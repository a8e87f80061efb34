/** A fraction of 0 to 1 in percent, with two significant digits. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
