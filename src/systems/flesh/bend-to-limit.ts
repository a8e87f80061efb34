/**
 * Returns the factor that keeps a distance below the limit. It is 1 up to half of the limit and decreases smoothly beyond.
 * With half = limit / 2 and y = (distance − half) / half, the result is the distance half · (1 + y / ⁴√(1 + y⁴)).
 */
export function bendToLimit(distance: number, limit: number): number {
  const half = 0.5 * limit;
  if (!(distance > half)) return 1;
  const y = (distance - half) / half;
  return (half * (1 + y / Math.sqrt(Math.sqrt(1 + y * y * y * y)))) / distance;
}
