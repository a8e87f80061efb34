import { PointTree } from '../../../geometry/point-tree.ts';
import { MaxHeap } from './max-heap.ts';

/** How many of a candidate's nearest tell how densely they lie about it. */
const densityCount = 24;

/**
 * Sample elimination that keeps the density of its candidates: each heeds others over the spacing that the chosen will have
 * where it lies. Yuksel 2015, section 4.3, with the density measured rather than given.
 *
 * points [3 · n], all different; 0 < count < n. spacingOf(share): the spacing of points that have so much room each.
 * weigh(squared distance, spacing): how much two crowd each other. Returns the places of those left, rising.
 */
export function eliminateUnevenly(
  points: Float64Array,
  count: number,
  dimension: 1 | 2 | 3,
  spacingOf: (fraction: number) => number,
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
    spacings[k] = spacingOf((roomWithin(squared, dimension) * pointCount) / (near * count));
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

/** Length, area or volume less far away than a distance, given as its square. */
function roomWithin(squared: number, dimension: 1 | 2 | 3): number {
  if (dimension === 2) return Math.PI * squared;
  const radius = Math.sqrt(squared);
  return dimension === 1 ? 2 * radius : (4 / 3) * Math.PI * squared * radius;
}
