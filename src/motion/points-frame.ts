/**
 * Particles at one moment, in the order of their identity: as systems show them and as files keep them. Arrays may be longer
 * than `count` asks for.
 */
export interface PointsFrame {
  readonly count: number;
  /** [count], rising: who is who from frame to frame. */
  readonly ids: Uint32Array;
  /** [3 · count] m and m/s. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** [4 · count] unit quaternions x y z w; null where nothing turns. */
  readonly orientations: Float32Array | null;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity. */
  readonly colors: Float32Array;
  /** [count] diameters, m. */
  readonly sizes: Float32Array;
  /** [count] seconds. */
  readonly birthTimes: Float32Array;
  /** [count] each: the user's own, by name. */
  readonly attributes: ReadonlyMap<string, Float32Array>;
}
