import type { Ray } from 'three';

/** Maximum length of a ray over the ground, cells. A ray that is longer hits nothing. */
const longestWalk = 20_000;

/**
 * Finds the point at which a ray first goes below a surface that is given by its heights. Marches in steps of half a cell from the point
 * where the ray comes below `highest`, then bisects. Returns the distance along the ray, or null if the ray does not hit.
 */
export function castAtHeights(
  { origin, direction }: Ray,
  highest: number,
  cell: number,
  heightAt: (x: number, z: number) => number,
): number | null {
  const isBelow = (s: number) =>
    origin.y + s * direction.y <= heightAt(origin.x + s * direction.x, origin.z + s * direction.z);
  let from = 0;
  if (origin.y > highest) {
    if (direction.y >= 0) return null;
    from = (highest - origin.y) / direction.y;
  }
  if (isBelow(from)) return from;
  const level = Math.hypot(direction.x, direction.z);
  // A vertical ray has no horizontal steps, so half a cell of height is used as step.
  const step = (0.5 * cell) / Math.max(level, 0.5);
  for (let k = 0, s = from; k < longestWalk; k++, s += step) {
    if (!isBelow(s + step)) continue;
    let [above, below] = [s, s + step];
    for (let halving = 0; halving < 24; halving++) {
      const middle = (above + below) / 2;
      if (isBelow(middle)) below = middle;
      else above = middle;
    }
    return below;
  }
  return null;
}
