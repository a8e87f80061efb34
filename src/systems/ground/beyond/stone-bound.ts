import { maxOf } from '../../../math/lists.ts';
import type { GroundParams } from '../params.ts';

/** Default height of a listed stone above the ground, as a fraction of its radius. */
export const stoneHeightFraction = 0.5;
/** Maximum height of a random stone above the ground, as a fraction of its radius. */
export const maxRoughHeight = 0.85;

/** Returns the maximum height of a stone above the ground, m. 0 if there are none. */
export function boundStones({ stones, stonesPerSquareMetre, stoneRadius }: GroundParams): number {
  const heights = (stones ?? []).map(({ radius, height }) => height ?? radius * stoneHeightFraction);
  if (stonesPerSquareMetre > 0) heights.push(maxOf(stoneRadius) * maxRoughHeight);
  return maxOf(heights, 0);
}
