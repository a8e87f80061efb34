/**
 * Returns whether (t0, t1] contains a cut. Cuts are at phases in [0, period) of every period. If the period is infinite, each cut occurs
 * once. A cut at phase 0 is the jump back to the start, so it does not occur in the first period.
 */
export function findCut(cuts: Float64Array, period: number, t0: number, t1: number): boolean {
  for (const cut of cuts) {
    if (period === Infinity) {
      if (cut > 0 && cut > t0 && cut <= t1) return true;
      continue;
    }
    const turn = Math.floor((t1 - cut) / period);
    if (turn > Math.floor((t0 - cut) / period) && turn >= (cut > 0 ? 0 : 1)) return true;
  }
  return false;
}
