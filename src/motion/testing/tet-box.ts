import type { TetMesh } from '../tet-mesh.ts';

/**
 * The six tetrahedra of a cube (Kuhn). Each one goes from the first corner to the last along the axes, in one of the six orders of the
 * axes.
 */
const axisOrders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];

/** Creates a box of linear tetrahedra with one corner at the origin: six in each cell, positively oriented, without groups. */
export function buildTetBox(options: {
  readonly cells: readonly [number, number, number];
  readonly size: readonly [number, number, number];
}): TetMesh {
  const { cells, size } = options;
  const strides = [1, cells[0] + 1, (cells[0] + 1) * (cells[1] + 1)];
  const positions: number[] = [];
  for (let k = 0; k <= cells[2]; k++) {
    for (let j = 0; j <= cells[1]; j++) {
      for (let i = 0; i <= cells[0]; i++)
        positions.push((i * size[0]) / cells[0], (j * size[1]) / cells[1], (k * size[2]) / cells[2]);
    }
  }
  const tets: number[] = [];
  for (let k = 0; k < cells[2]; k++) {
    for (let j = 0; j < cells[1]; j++) {
      for (let i = 0; i < cells[0]; i++) {
        const first = i * strides[0] + j * strides[1] + k * strides[2];
        axisOrders.forEach((order, which) => {
          const corners = [first];
          for (const axis of order) corners.push(corners[corners.length - 1] + strides[axis]);
          // An odd permutation of the axes is left-handed.
          if (which >= 3) [corners[1], corners[2]] = [corners[2], corners[1]];
          tets.push(...corners);
        });
      }
    }
  }
  return {
    positions: Float64Array.from(positions),
    nodesPerTet: 4,
    tets: Uint32Array.from(tets),
    groups: [],
  };
}
