import type { PointSet } from '../../motion/point-set.ts';

/** A shape in which particles appear, or which they reach. In world axes and metres. It never changes. */
export interface Shape {
  readonly name: string;
  /** 0 points, 1 lines, 2 areas and surfaces, 3 volumes. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Length, area or volume in m, m² or m³, or the number of points. Above 0. */
  readonly measure: number;
  readonly bounds: ShapeBounds;
  /** All points of a shape that consists of points; null for any other shape. */
  readonly points: PointSet | null;
  /**
   * Returns random points of the shape, uniform by length, area or volume, or by the visibility of pixels if a picture is weighted.
   * The same seed gives the same points: the first k of any count are the same.
   */
  sample(count: number, seed: number): PointSet;
  /** Distance in metres to the boundary, negative inside; for a flat shape in its plane. Null if the shape has no inside. */
  readonly distance: ((x: number, y: number, z: number) => number) | null;
  /** Index of the requested surface (see `SurfaceRequest`) on which its points are anchored. Null if the shape does not move. */
  readonly skin: number | null;
  /** True if the density of samples varies on purpose, as in a weighted picture. */
  readonly uneven?: boolean;
  /** Warnings about its source: a mesh with holes, parts of a drawing that were ignored. */
  readonly warnings: readonly string[];
}

/** An axis-aligned box in metres. */
export interface ShapeBounds {
  /** [3] each, metres. */
  readonly min: Float64Array;
  readonly max: Float64Array;
}
