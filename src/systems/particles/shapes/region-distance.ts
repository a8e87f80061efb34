import { buildBoxTree, findNearest, someAround } from './box-tree.ts';
import type { PlaneRegion } from './plane-region.ts';

/** Distance of points of the plane to the rim of what is filled, negative inside. Exact; about log n each. */
export function createRegionDistance({ trapezoids, edges }: PlaneRegion): (x: number, y: number) => number {
  const rims = Array.from(edges.isRim.keys()).filter((edge) => edges.isRim[edge] === 1);
  const segments = new Float64Array(4 * rims.length);
  rims.forEach((edge, k) => {
    segments.set(edges.corners.subarray(4 * edge, 4 * edge + 4), 4 * k);
  });
  const rimTree = buildBoxTree(boxesOfSegments(segments));
  const { corners } = trapezoids;
  const insideTree = buildBoxTree(boxesOfTrapezoids(corners));

  const measure = (segment: number, x: number, y: number): number => {
    const at = 4 * segment;
    const [ax, ay] = [segments[at], segments[at + 1]];
    const [dx, dy] = [segments[at + 2] - ax, segments[at + 3] - ay];
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const share = along > 0 ? Math.min(along, 1) : 0;
    const [gapX, gapY] = [x - ax - share * dx, y - ay - share * dy];
    return gapX * gapX + gapY * gapY;
  };
  return (x, y) => {
    const distance = Math.sqrt(findNearest(rimTree, x, y, 0, measure).squared);
    return someAround(insideTree, x, y, 0, (k) => isInTrapezoid(corners, k, x, y)) ? -distance : distance;
  };
}

function isInTrapezoid(corners: Float64Array, trapezoid: number, x: number, y: number): boolean {
  const at = 6 * trapezoid;
  const [lowY, highY] = [corners[at], corners[at + 3]];
  const share = (y - lowY) / (highY - lowY);
  const left = corners[at + 1] + share * (corners[at + 4] - corners[at + 1]);
  const right = corners[at + 2] + share * (corners[at + 5] - corners[at + 2]);
  return x >= left && x <= right;
}

function boxesOfSegments(segments: Float64Array): Float64Array {
  const boxes = new Float64Array((6 * segments.length) / 4);
  for (let k = 0, o = 0; k < segments.length; k += 4, o += 6) {
    boxes[o] = Math.min(segments[k], segments[k + 2]);
    boxes[o + 1] = Math.min(segments[k + 1], segments[k + 3]);
    boxes[o + 3] = Math.max(segments[k], segments[k + 2]);
    boxes[o + 4] = Math.max(segments[k + 1], segments[k + 3]);
  }
  return boxes;
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
