/** Positions in metres and velocities in m/s, by axis. Entry k is member k of the key. A `ParticleStore` is one. */
export interface PathPlanes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
}

/**
 * Rates the paths of all members of a key while they are simulated. The ratings g of all measures are multiplied. They are stored
 * as logarithms, since the product over a long path would underflow to 0.
 */
export interface PathMeasure {
  /** Called before the first step. Must discard the ratings of earlier paths. */
  begin(planes: PathPlanes): void;
  /** Called after step `ahead` (0 is the first). */
  step(planes: PathPlanes, ahead: number): void;
  /** Called after the last step. Adds log g of each path to `out` [n]: 0 is the best rating, −Infinity is impossible. */
  rate(out: Float64Array, planes: PathPlanes): void;
}
