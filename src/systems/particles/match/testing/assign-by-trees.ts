import { assignByTree } from '../assign-by-tree.ts';

/**
 * Merges the assignments of `treeCount` trees: a swap that a tree proposes is made if it reduces the sum of squared distances
 * (Genest et al. 2025). It is the reference for assignments that are too large for `assignExactly`.
 */
export function assignByTrees(from: Float64Array, to: Float64Array, treeCount: number): Uint32Array {
  const merged = assignByTree(from, to, 0);
  const sourceOf = new Uint32Array(merged.length);
  for (let k = 0; k < merged.length; k++) sourceOf[merged[k]] = k;
  for (let tree = 1; tree < treeCount; tree++) {
    const proposed = assignByTree(from, to, tree);
    for (let k = 0; k < merged.length; k++) {
      const target = proposed[k];
      const own = merged[k];
      const other = sourceOf[target];
      let product = 0;
      for (let axis = 0; axis < 3; axis++)
        product +=
          (from[3 * k + axis] - from[3 * other + axis]) * (to[3 * own + axis] - to[3 * target + axis]);
      if (!(product < 0)) continue;
      merged[k] = target;
      merged[other] = own;
      sourceOf[target] = k;
      sourceOf[own] = other;
    }
  }
  return merged;
}
