/**
 * Returns the length at which a strand is drawn, m. It is the rest length, however much the strand is stretched, unless the offset (tip
 * minus root, m) is shorter than half of that. Such a short offset means that the skin is scaled down; the strand is then drawn at twice
 * the offset.
 */
export function shownLength(length: number, offset: number): number {
  return Math.min(length, 2 * offset);
}
