/** Points in space with what they bring along: places for particles to come from or to go to. */
export interface PointSet {
  readonly count: number;
  /** [3 · count] metres, or the units of their file. */
  readonly positions: Float64Array;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity; null where they have none. */
  readonly colors: Float32Array | null;
  /** [3 · count] unit length, of the surface that they lie on; null where there is none. */
  readonly normals: Float32Array | null;
  /** Where on a moving surface they lie; null where nothing carries them. */
  readonly anchors: SurfaceAnchors | null;
  /** What a person should know about the file that they come from. */
  readonly warnings?: readonly string[];
}

/** Places on a surface that moves: point k is u · first + v · second + (1 − u − v) · third corner of its triangle. */
export interface SurfaceAnchors {
  /** [count] index of the triangle. */
  readonly triangles: Uint32Array;
  /** [2 · count] u, v. */
  readonly weights: Float64Array;
  /** [count] distance from the surface along its normal, m; null where all lie on it. */
  readonly heights: Float64Array | null;
}
