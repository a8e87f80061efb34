/**
 * Particles at one time, in ascending order of their ids, as systems output them and as files store them. Arrays may be longer than `count`
 * requires.
 */
export interface PointsFrame {
  readonly count: number;
  /** Numbers of the particles, ascending, [count]. A particle has the same number in all frames. */
  readonly ids: Uint32Array;
  /** Positions in m, and velocities in m/s, [3 · count]. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** Unit quaternions x y z w; null if the particles have no rotation. [4 · count] */
  readonly orientations: Float32Array | null;
  /** Red, green, blue (linear light, 0..1), opacity, [4 · count]. */
  readonly colors: Float32Array;
  /** Diameters, m, [count]. */
  readonly sizes: Float32Array;
  /** Times of birth, seconds, [count]. */
  readonly birthTimes: Float32Array;
  /** The user's own attributes by name, each [count]. */
  readonly attributes: ReadonlyMap<string, Float32Array>;
}
