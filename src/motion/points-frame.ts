/**
 * Particles at one time, in ascending order of their ids, as systems output them and as files store them. Arrays may be longer than `count`
 * requires.
 */
export interface PointsFrame {
  readonly count: number;
  /** [count], ascending: identifies a particle from frame to frame. */
  readonly ids: Uint32Array;
  /** [3 · count] positions in m, and velocities in m/s. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** [4 · count] unit quaternions x y z w; null if the particles have no rotation. */
  readonly orientations: Float32Array | null;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity. */
  readonly colors: Float32Array;
  /** [count] diameters, m. */
  readonly sizes: Float32Array;
  /** [count] times of birth, seconds. */
  readonly birthTimes: Float32Array;
  /** The user's own attributes by name, each [count]. */
  readonly attributes: ReadonlyMap<string, Float32Array>;
}
