import { tetEdges } from '../../motion/tet-topology.ts';
import { longestEdge } from './tet-shape.ts';

/**
 * Finds the order of mid-edge nodes in ten-node elements, because some programs write files in the order of another format. Each of the six
 * nodes is assigned to the edge whose midpoint is closest, on average over all elements.
 *
 * points [3 · count], tets [10 · count] indices. Returns, for each index 4 … 9 of `TetMesh.tets`, the index in the file's order minus 4.
 * Null if the order of `TetMesh.tets` fits, or if no other order fits far better (curved elements).
 */
export function findMidEdgeOrder(points: ArrayLike<number>, tets: ArrayLike<number>): number[] | null {
  // Squared distances, relative to the longest edge, [6 nodes · 6 edges].
  const misfits = new Float64Array(36);
  for (let at = 0; at < tets.length; at += 10) {
    const unit = longestEdge(points, tets, at) ** 2;
    for (let index = 0; index < 6; index++) {
      const node = 3 * tets[at + 4 + index];
      for (let edge = 0; edge < 6; edge++) {
        const from = 3 * tets[at + tetEdges[edge][0]];
        const to = 3 * tets[at + tetEdges[edge][1]];
        let squared = 0;
        for (let axis = 0; axis < 3; axis++) {
          squared += (points[node + axis] - (points[from + axis] + points[to + axis]) / 2) ** 2;
        }
        misfits[6 * index + edge] += squared / unit;
      }
    }
  }
  const indices = [0, 1, 2, 3, 4, 5];
  const order = indices.map((edge) => argMin(indices, (index) => misfits[6 * index + edge]));
  const isPermutation = new Set(order).size === 6;
  const misfit = sum(indices.map((edge) => misfits[6 * order[edge] + edge]));
  const ownMisfit = sum(indices.map((edge) => misfits[7 * edge]));
  // In a wrong order, a node is about half an edge away from the midpoint. In a curved mesh with the right order, the distance is far
  // smaller.
  return isPermutation && misfit < 0.1 * ownMisfit ? order : null;
}

function argMin(items: readonly number[], cost: (item: number) => number): number {
  return items.reduce((best, item) => (cost(item) < cost(best) ? item : best));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
