import { BoxTree } from '../../../geometry/box-tree.ts';
import type { PlaneRegion } from './plane-region.ts';
import { boxesOfSegments, squaredDistanceToSegment } from './segments.ts';
import { createSignedDistance } from './signed-distance.ts';

/**
 * Creates a function that returns the exact distance from a point of the plane to the boundary of the filled part, negative inside.
 * Repeated queries near each other are fast.
 */
export function createRegionDistance({ trapezoids, edges }: PlaneRegion): (x: number, y: number) => number {
  const rims = Array.from(edges.isRim.keys()).filter((edge) => edges.isRim[edge] === 1);
  const segments = new Float64Array(4 * rims.length);
  rims.forEach((edge, k) => {
    segments.set(edges.corners.subarray(4 * edge, 4 * edge + 4), 4 * k);
  });
  const rimTree = new BoxTree(boxesOfSegments(segments));
  const { corners } = trapezoids;
  const insideTree = new BoxTree(boxesOfTrapezoids(corners));

  const measure = (segment: number, x: number, y: number) =>
    squaredDistanceToSegment(segments, segment, x, y);
  const isInside = (x: number, y: number) =>
    insideTree.someNear(x, y, 0, 0, (k) => isInTrapezoid(corners, k, x, y));
  const distance = createSignedDistance(rimTree, measure, isInside);
  return (x, y) => distance(x, y, 0);
}

function isInTrapezoid(corners: Float64Array, trapezoid: number, x: number, y: number): boolean {
  const at = 6 * trapezoid;
  const [lowY, highY] = [corners[at], corners[at + 3]];
  if (y < lowY || y > highY) return false;
  const fraction = (y - lowY) / (highY - lowY);
  const left = corners[at + 1] + fraction * (corners[at + 4] - corners[at + 1]);
  const right = corners[at + 2] + fraction * (corners[at + 5] - corners[at + 2]);
  return x >= left && x <= right;
}

function boxesOfTrapezoids(corners: Float64Array): Float64Array {
  const boxes = new Float64Array(corners.length);
  for (let k = 0; k < corners.length; k += 6) {
    boxes[k] = Math.min(corners[k + 1], corners[k + 4]);
    boxes[k + 1] = corners[k];
    boxes[k + 3] = Math.max(corners[k + 2], corners[k + 5]);
    boxes[k + 4] = corners[k + 3];
  }
  return boxes;
}
