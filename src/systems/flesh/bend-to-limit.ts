/**
 * What a distance is to be multiplied by so that it stays below the limit: 1 up to half of it, then smoothly less. With y
 * the distance beyond the half, in halves: half · (1 + y / ⁴√(1 + y⁴)).
 */
export function bendToLimit(distance: number, limit: number): number {
  const half = 0.5 * limit;
  if (!(distance > half)) return 1;
  const y = (distance - half) / half;
  return (half * (1 + y / Math.sqrt(Math.sqrt(1 + y * y * y * y)))) / distance;
}
