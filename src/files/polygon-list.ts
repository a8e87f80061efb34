import { triangulatePolygon } from './triangulate-polygon.ts';

/** Converts the faces of a mesh to triangles. Polygons are triangulated when all vertices are known. */
export class PolygonList {
  /** Vertices of the triangles, [3 · triangleCount]. */
  readonly indices: number[] = [];
  /** Number of polygons that intersect themselves or have no area. Valid after `open`. */
  crossed = 0;
  /** For each polygon of more than three corners: its first index in `indices`, and its number of corners. */
  private readonly starts: number[] = [];
  private readonly counts: number[] = [];

  /** Adds a face of at least three corners. Until `open` is called, it is stored as a triangle fan. */
  add(corners: readonly number[]): void {
    if (corners.length > 3) {
      this.starts.push(this.indices.length);
      this.counts.push(corners.length);
    }
    for (let k = 2; k < corners.length; k++) this.indices.push(corners[0], corners[k - 1], corners[k]);
  }

  /** Triangulates the polygons. `beside` is a list with one entry for each corner; its entries are put in the same order. */
  open(positions: ArrayLike<number>, beside: number[] = []): void {
    const order: number[] = [];
    const { indices } = this;
    this.starts.forEach((start, k) => {
      const count = this.counts[k];
      const own = fanCorners(indices, start, count);
      const at = (corner: number, axis: number) => positions[3 * own[corner] + axis];
      if (!triangulatePolygon(order, count, at)) this.crossed++;
      const besides = beside.length > 0 ? fanCorners(beside, start, count) : null;
      order.forEach((corner, index) => {
        indices[start + index] = own[corner];
        if (besides) beside[start + index] = besides[corner];
      });
    });
  }
}

/** Returns the corners of a polygon from its triangle fan. */
function fanCorners(list: readonly number[], start: number, count: number): number[] {
  const corners = [list[start], list[start + 1]];
  for (let k = 2; k < count; k++) corners.push(list[start + 3 * (k - 2) + 2]);
  return corners;
}

/** Returns a warning about faces that intersect themselves or have no area. */
export function crossedWarnings({ crossed }: PolygonList): string[] {
  if (crossed === 0) return [];
  return [
    `${crossed} ${crossed === 1 ? 'face intersects itself or has' : 'faces intersect themselves or have'} no area: the triangulation is approximate`,
  ];
}
