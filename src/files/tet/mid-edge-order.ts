import { tetEdges } from '../../motion/tet-topology.ts';
import { longestEdge } from './tet-shape.ts';

/**
 * Tells whether ten-node elements have their mid-edge nodes in another order than ours, as files do whose writer mistook
 * one program's order for another's: by the edge in whose middle each of them lies, over all elements together.
 *
 * points [3 · count], tets [10 · count] indices. Returns for each place 4 … 9 of our order the place in the file's, less 4;
 * null where ours fits, or where no other order fits far better (curved elements).
 */
export function findMidEdgeOrder(points: ArrayLike<number>, tets: ArrayLike<number>): number[] | null {
  // [6 places · 6 edges]: squared distances in units of the longest edge.
  const misfits = new Float64Array(36);
  for (let at = 0; at < tets.length; at += 10) {
    const unit = longestEdge(points, tets, at) ** 2;
    for (let place = 0; place < 6; place++) {
      const node = 3 * tets[at + 4 + place];
      for (let edge = 0; edge < 6; edge++) {
        const from = 3 * tets[at + tetEdges[edge][0]];
        const to = 3 * tets[at + tetEdges[edge][1]];
        let squared = 0;
        for (let axis = 0; axis < 3; axis++) {
          squared += (points[node + axis] - (points[from + axis] + points[to + axis]) / 2) ** 2;
        }
        misfits[6 * place + edge] += squared / unit;
      }
    }
  }
  const places = [0, 1, 2, 3, 4, 5];
  const order = places.map((edge) => leastOf(places, (place) => misfits[6 * place + edge]));
  const isPermutation = new Set(order).size === 6;
  const misfit = sum(places.map((edge) => misfits[6 * order[edge] + edge]));
  const ownMisfit = sum(places.map((edge) => misfits[7 * edge]));
  // Half an edge away is what a wrong place looks like: a curved mesh in the right order is far below it.
  return isPermutation && misfit < 0.1 * ownMisfit ? order : null;
}

function leastOf(items: readonly number[], cost: (item: number) => number): number {
  return items.reduce((best, item) => (cost(item) < cost(best) ? item : best));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
