import type { BoneCore } from './bone-core.ts';
import { wall } from './region-field.ts';
import type { StuffedMesh } from './stuff-lattice.ts';

/**
 * If a core is so small that fewer than three nodes are on its wall, marks the nodes of the element whose middle is nearest to it in
 * `walls`, so that this element is held. Returns whether this was the case.
 */
export function holdSmallCore({ positions, tets, walls }: StuffedMesh, core: BoneCore): boolean {
  // Three held nodes are enough to fix a body.
  if (walls.reduce((count, source) => count + (source === wall.core ? 1 : 0), 0) >= 3) return false;
  let nearest = Infinity;
  let chosen = -1;
  for (let k = 0; k < tets.length; k += 4) {
    const middle = [0, 0, 0];
    for (const node of tets.subarray(k, k + 4)) {
      for (let axis = 0; axis < 3; axis++) middle[axis] += positions[3 * node + axis] / 4;
    }
    const distance = core.distance(middle[0], middle[1], middle[2]);
    if (distance >= nearest) continue;
    nearest = distance;
    chosen = k;
  }
  if (chosen < 0) return false;
  for (const node of tets.subarray(chosen, chosen + 4)) walls[node] = wall.core;
  return true;
}
