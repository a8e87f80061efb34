import type { Ray } from 'three';

/** A ray that has come this far over the ground meets nothing, cells. */
const longestWalk = 20_000;

/**
 * Where a ray first goes below a surface given by its heights: walks in steps of half a cell from where it comes below
 * `highest`, then halves. Returns the distance along the ray, or null.
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
  // Straight down there is nothing to walk along: half a cell of height a step is as good.
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
