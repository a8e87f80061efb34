import { triangulatePolygon } from './triangulate-polygon.ts';

/** Faces of a mesh as triangles: of polygons too, once all vertices are known. */
export class PolygonList {
  /** [3 · triangleCount] vertices. */
  readonly indices: number[] = [];
  /** Polygons that cross themselves or have no area, known after `open`. */
  crossed = 0;
  /** Where polygons of more than three corners begin in `indices`, and how many corners they have. */
  private readonly starts: number[] = [];
  private readonly counts: number[] = [];

  /** Adds a face of at least three corners, as a fan for now. */
  add(corners: readonly number[]): void {
    if (corners.length > 3) {
      this.starts.push(this.indices.length);
      this.counts.push(corners.length);
    }
    for (let k = 2; k < corners.length; k++) this.indices.push(corners[0], corners[k - 1], corners[k]);
  }

  /** Opens the polygons along the right diagonals; lists that run beside the corners are put in the same order. */
  open(positions: ArrayLike<number>, beside: number[] = []): void {
    const order: number[] = [];
    const { indices } = this;
    this.starts.forEach((start, k) => {
      const count = this.counts[k];
      const own = fanCorners(indices, start, count);
      const at = (corner: number, axis: number) => positions[3 * own[corner] + axis];
      if (!triangulatePolygon(order, count, at)) this.crossed++;
      const besides = beside.length > 0 ? fanCorners(beside, start, count) : null;
      order.forEach((corner, place) => {
        indices[start + place] = own[corner];
        if (besides) beside[start + place] = besides[corner];
      });
    });
  }
}

/** The corners of a polygon from its fan. */
function fanCorners(list: readonly number[], start: number, count: number): number[] {
  const corners = [list[start], list[start + 1]];
  for (let k = 2; k < count; k++) corners.push(list[start + 3 * (k - 2) + 2]);
  return corners;
}

/** What there is to say of faces that were opened. */
export function crossedWarnings({ crossed }: PolygonList): string[] {
  if (crossed === 0) return [];
  return [
    `${crossed} ${crossed === 1 ? 'face crosses itself or has' : 'faces cross themselves or have'} no area: opened as well as could be`,
  ];
}
