/** Points in space with attributes: positions that particles come from or go to. */
export interface PointSet {
  readonly count: number;
  /** Positions, m, or in the units of their file, [3 · count]. */
  readonly positions: Float64Array;
  /** Red, green, blue (linear light, 0..1), opacity; null if the points have no colours. [4 · count] */
  readonly colors: Float32Array | null;
  /** Unit normals of the surface on which the points lie; null if there is no surface. [3 · count] */
  readonly normals: Float32Array | null;
  /** Anchors of the points on a moving surface; null if the points do not move. */
  readonly anchors: SurfaceAnchors | null;
  /** Warnings about the file that the points come from. */
  readonly warnings?: readonly string[];
}

/**
 * Positions on a moving surface: point k is u · first + v · second + (1 − u − v) · third corner of its triangle, where u and v are its
 * weights.
 */
export interface SurfaceAnchors {
  /** Index of the triangle, [count]. */
  readonly triangles: Uint32Array;
  /** u and v, [2 · count]. */
  readonly weights: Float64Array;
  /** Distance from the surface along its normal, m; null if all points are on the surface. [count] */
  readonly heights: Float64Array | null;
}
