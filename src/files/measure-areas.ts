import type { Outline, OutlineArea } from '../motion/outline.ts';

/** Returns the minimum and maximum x and y of all corners. 0 0 0 0 if there are no corners. */
export function measureAreas(areas: readonly OutlineArea[]): Outline['bounds'] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { loops } of areas) {
    for (const loop of loops) {
      for (let k = 0; k < loop.length; k += 2) {
        minX = Math.min(minX, loop[k]);
        maxX = Math.max(maxX, loop[k]);
        minY = Math.min(minY, loop[k + 1]);
        maxY = Math.max(maxY, loop[k + 1]);
      }
    }
  }
  return minX <= maxX ? { minX, minY, maxX, maxY } : { minX: 0, minY: 0, maxX: 0, maxY: 0 };
}
