import type { PointSet } from '../../motion/point-set.ts';

/** A place for particles to come from or to go to, in world metres. Made once, never changed. */
export interface Shape {
  readonly name: string;
  /** 0 points, 1 lines, 2 areas and surfaces, 3 volumes. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Its length, area or volume: m, m², m³; the number of points. Above 0. */
  readonly measure: number;
  readonly bounds: ShapeBounds;
  /** Its points themselves, where it consists of points; null for all else. */
  readonly points: PointSet | null;
  /**
   * Random points in it, evenly by length, area or volume (or by what shows, where a picture is weighted): the same for
   * the same seed, and the first of a larger number are those of a smaller one.
   */
  sample(count: number, seed: number): PointSet;
  /** Metres to its boundary, negative inside; null where it has no inside. Of what is flat: in its plane. */
  readonly distance: ((x: number, y: number, z: number) => number) | null;
  /** Index of the requested surface (see `SurfaceRequest`) that its points are anchored to, where it moves. */
  readonly skin: number | null;
  /** True where its samples are denser in some places than in others: what shows, where a picture is weighted. */
  readonly uneven?: boolean;
  /** Odd things about what it was made from: a mesh with holes, parts of a drawing that were read past. */
  readonly warnings: readonly string[];
}

/** An axis-aligned box in metres. */
export interface ShapeBounds {
  /** [3] each, metres. */
  readonly min: Float64Array;
  readonly max: Float64Array;
}
