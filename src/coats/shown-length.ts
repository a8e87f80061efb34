/**
 * Returns the length at which a strand is drawn, m. This is the rest length, however much the strand is stretched, unless the offset (tip
 * minus root, m) is shorter than half of the rest length. Such a short offset means that the skin is scaled down; the strand is then drawn
 * with twice the length of the offset.
 */
export function shownLength(length: number, offset: number): number {
  return Math.min(length, 2 * offset);
}
