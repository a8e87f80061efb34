import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { toQuadratic } from '../../../motion/tet-quadratic.ts';

/** The six tetrahedra of a cell around its diagonal. Each goes along the three axes in a different order. */
const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];

/**
 * Creates a box from the origin to `size`, divided into `counts` cells of six tetrahedra each. The group "fixed" contains the nodes at x =
 * 0. Default: ten nodes per tetrahedron.
 */
export function createBoxMesh(
  counts: readonly [number, number, number],
  size: readonly [number, number, number],
  nodesPerTet: 4 | 10 = 10,
): TetMesh {
  const index = (at: readonly number[]) => (at[2] * (counts[1] + 1) + at[1]) * (counts[0] + 1) + at[0];
  const positions: number[] = [];
  for (let k = 0; k <= counts[2]; k++) {
    for (let j = 0; j <= counts[1]; j++) {
      for (let i = 0; i <= counts[0]; i++)
        positions.push((size[0] * i) / counts[0], (size[1] * j) / counts[1], (size[2] * k) / counts[2]);
    }
  }
  const tets: number[] = [];
  for (let k = 0; k < counts[2]; k++) {
    for (let j = 0; j < counts[1]; j++) {
      for (let i = 0; i < counts[0]; i++) {
        for (const order of orders) {
          const at = [i, j, k];
          const corners = [index(at)];
          for (const axis of order) {
            at[axis]++;
            corners.push(index(at));
          }
          // An odd permutation of the axes has the opposite orientation.
          const isEven = orders.indexOf(order) < 3;
          tets.push(...(isEven ? corners : [corners[0], corners[2], corners[1], corners[3]]));
        }
      }
    }
  }
  const linear: TetMesh = {
    positions: Float64Array.from(positions),
    nodesPerTet: 4,
    tets: Uint32Array.from(tets),
    groups: [],
  };
  const mesh = nodesPerTet === 4 ? linear : toQuadratic(linear);
  const nodeCount = mesh.positions.length / 3;
  const nodes = Uint32Array.from({ length: nodeCount }, (_, node) => node).filter(
    (node) => Math.abs(mesh.positions[3 * node]) < 1e-12 * size[0],
  );
  return { ...mesh, groups: [{ name: 'fixed', dimension: 2, nodes }] };
}

/** Returns ω / 2π of every mode, Hz. */
export function frequenciesOf(omega2: Float64Array): number[] {
  return Array.from(omega2, (square) => Math.sqrt(square) / (2 * Math.PI));
}
