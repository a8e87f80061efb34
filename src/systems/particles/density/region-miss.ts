import type { Shape } from '../shape.ts';

/**
 * Returns the distance in metres by which a particle of a density key has missed its shape. It is 0 anywhere inside, since only
 * counts matter, and at its own goal; elsewhere the smaller of both distances. For flat shapes it is measured in their plane.
 */
export function regionMiss(
  shape: Pick<Shape, 'distance'>,
  x: number,
  y: number,
  z: number,
  goalX: number,
  goalY: number,
  goalZ: number,
): number {
  const dx = x - goalX;
  const dy = y - goalY;
  const dz = z - goalZ;
  const toGoal = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (toGoal === 0 || !shape.distance) return toGoal;
  return Math.min(toGoal, Math.max(0, shape.distance(x, y, z)));
}
