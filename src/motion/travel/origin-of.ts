import type { Vector } from '../../geometry/vector.ts';

/** Returns the position of the origin of a node, from matrices [16 · nodeCount]. */
export function originOf(matrices: Float64Array, node: number): Vector {
  const o = 16 * node + 12;
  return [matrices[o], matrices[o + 1], matrices[o + 2]];
}
