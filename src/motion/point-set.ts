/** Points in space with attributes: positions that particles come from or go to. */
export interface PointSet {
  readonly count: number;
  /** [3 · count] metres, or the units of their file. */
  readonly positions: Float64Array;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity; null if the points have no colours. */
  readonly colors: Float32Array | null;
  /** [3 · count] unit normals of the surface on which the points lie; null if there is no surface. */
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
  /** [count] index of the triangle. */
  readonly triangles: Uint32Array;
  /** [2 · count] u, v. */
  readonly weights: Float64Array;
  /** [count] distance from the surface along its normal, m; null if all points are on the surface. */
  readonly heights: Float64Array | null;
}
