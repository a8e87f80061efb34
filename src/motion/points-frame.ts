/**
 * Particles at one time, in the order of their identity, as systems output them and as files store them. Arrays may be longer
 * than `count` requires.
 */
export interface PointsFrame {
  readonly count: number;
  /** [count], ascending: identifies a particle from frame to frame. */
  readonly ids: Uint32Array;
  /** [3 · count] m and m/s. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** [4 · count] unit quaternions x y z w; null where nothing turns. */
  readonly orientations: Float32Array | null;
  /** [4 · count] unit quaternions x y z w; null if nothing rotates. */
  readonly colors: Float32Array;
  /** [count] diameters, m. */
  readonly sizes: Float32Array;
  /** [count] ages, seconds. */
  readonly birthTimes: Float32Array;
  /** [count] each: the user's own attributes, by name. */
  readonly attributes: ReadonlyMap<string, Float32Array>;
}
