import { buildTetBox } from '../../../motion/testing/tet-box.ts';
import type { TetMesh, TetMeshGroup } from '../../../motion/tet-mesh.ts';
import { toQuadratic } from '../../../motion/tet-quadratic.ts';
import { findTetOutside, tetCorners } from '../../../motion/tet-topology.ts';

/** Creates a box in metres, by default of 2 × 1 × 1 cells, with the groups `fixed` (triangles at x = 0) and `body` (all elements). */
export function buildSampleMesh(
  nodesPerTet: 4 | 10,
  cells: readonly [number, number, number] = [2, 1, 1],
): TetMesh {
  const box = buildTetBox({ cells, size: [0.5, 0.25, 0.125] });
  const outside = findTetOutside(box);
  const fixed: number[] = [];
  for (let at = 0; at < outside.length; at += 3) {
    const nodes = outside.subarray(at, at + 3);
    if (nodes.every((node) => box.positions[3 * node] === 0)) fixed.push(...nodes);
  }
  const mesh = { ...box, groups: [groupOf('fixed', 2, fixed), groupOf('body', 3, tetCorners(box))] };
  return nodesPerTet === 10 ? toQuadratic(mesh) : mesh;
}

function groupOf(name: string, dimension: 2 | 3, cells: ArrayLike<number>): TetMeshGroup {
  return {
    name,
    dimension,
    nodes: Uint32Array.from(new Set(Array.from(cells))).sort(),
    cells: Uint32Array.from(cells),
  };
}
