import { PointTree } from '../../../geometry/point-tree.ts';
import { MaxHeap } from './max-heap.ts';

/** Number of nearest neighbours from which the local density of candidates is estimated. */
const densityCount = 24;

/**
 * Eliminates samples so that the result keeps the density of the candidates. The spacing at each candidate is that of the result
 * at this density. Yuksel 2015, section 4.3, but with the density measured instead of given.
 *
 * points [3 · n], all different; 0 < count < n. spacingOf(measure): spacing of points if each has this length, area or volume.
 * weigh(squared distance, spacing): weight of a neighbour. Returns the indices of the remaining points, ascending.
 */
export function eliminateUnevenly(
  points: Float64Array,
  count: number,
  dimension: 1 | 2 | 3,
  spacingOf: (measure: number) => number,
  weigh: (squaredDistance: number, spacing: number) => number,
): Uint32Array {
  const pointCount = points.length / 3;
  const tree = new PointTree(points);
  const near = Math.min(densityCount, pointCount - 1);
  const nearest = new Uint32Array(near);
  const spacings = new Float64Array(pointCount);
  for (let k = 0; k < pointCount; k++) {
    const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
    tree.nearest(x, y, z, near, nearest, k);
    const last = 3 * nearest[near - 1];
    const squared = (points[last] - x) ** 2 + (points[last + 1] - y) ** 2 + (points[last + 2] - z) ** 2;
    spacings[k] = spacingOf((measureWithin(squared, dimension) * pointCount) / (near * count));
  }
  const weights = new Float64Array(pointCount);
  const visit = (k: number, use: (other: number, weight: number) => void): void => {
    const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
    tree.within(x, y, z, spacings[k], (other, squared) => {
      const spacing = Math.min(spacings[k], spacings[other]);
      if (other !== k && squared < spacing * spacing) use(other, weigh(squared, spacing));
    });
  };
  for (let k = 0; k < pointCount; k++) {
    visit(k, (_, weight) => {
      weights[k] += weight;
    });
  }
  const heap = new MaxHeap(weights);
  const isOut = new Uint8Array(pointCount);
  while (heap.size > count) {
    const crowded = heap.pop();
    isOut[crowded] = 1;
    visit(crowded, (other, weight) => {
      if (isOut[other]) return;
      weights[other] -= weight;
      heap.sink(other);
    });
  }
  return heap.left();
}

/** Returns the length, area or volume within a distance, which is given as its square. */
function measureWithin(squared: number, dimension: 1 | 2 | 3): number {
  if (dimension === 2) return Math.PI * squared;
  const radius = Math.sqrt(squared);
  return dimension === 1 ? 2 * radius : (4 / 3) * Math.PI * squared * radius;
}
