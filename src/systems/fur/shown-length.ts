/**
 * Length of a strand as it is shown, m: its length at rest, whatever its springs do, and less only where its offset (tip minus
 * root, m) is shorter than half of that, which is how fur on a skin that shrinks to nothing is told.
 */
export function shownLength(length: number, offset: number): number {
  return Math.min(length, 2 * offset);
}
