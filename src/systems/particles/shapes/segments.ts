/**
 * Returns the squared distance from a point of the plane to a segment. segments [4 · n]: x and y of the start, x and y of the end.
 * The length of the segment must not be 0.
 */
export function squaredDistanceToSegment(
  segments: ArrayLike<number>,
  segment: number,
  x: number,
  y: number,
): number {
  const at = 4 * segment;
  const ax = segments[at];
  const ay = segments[at + 1];
  const dx = segments[at + 2] - ax;
  const dy = segments[at + 3] - ay;
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const fraction = along > 0 ? Math.min(along, 1) : 0;
  const gapX = x - ax - fraction * dx;
  const gapY = y - ay - fraction * dy;
  return gapX * gapX + gapY * gapY;
}

/** Returns the bounding boxes [6 · n] of segments [4 · n], for `BoxTree`. */
export function boxesOfSegments(segments: ArrayLike<number>): Float64Array {
  const boxes = new Float64Array((6 * segments.length) / 4);
  for (let k = 0, o = 0; k < segments.length; k += 4, o += 6) {
    boxes[o] = Math.min(segments[k], segments[k + 2]);
    boxes[o + 1] = Math.min(segments[k + 1], segments[k + 3]);
    boxes[o + 3] = Math.max(segments[k], segments[k + 2]);
    boxes[o + 4] = Math.max(segments[k + 1], segments[k + 3]);
  }
  return boxes;
}
