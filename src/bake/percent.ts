/** Returns a fraction of 0 to 1 in percent, with two significant digits. */
export function percent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(2))} %`;
}
