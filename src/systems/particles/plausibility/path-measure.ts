/** Where particles are and how fast, m and m/s: a plane each, entry k is member k of the key. A `ParticleStore` is one. */
export interface PathPlanes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
}

/**
 * Rates paths while they are gone, all members of a key at once. One of your own takes part by standing in the list: ratings
 * are multiplied, and handled as logarithms so that long paths do not sink to zero.
 */
export interface PathMeasure {
  /** Before the first step: what was rated before is forgotten. */
  begin(planes: PathPlanes): void;
  /** After step `ahead` (0 is the first). */
  step(planes: PathPlanes, ahead: number): void;
  /** Adds log g of each path to `out` [n] after the last step; −Infinity is impossible, 0 the best there is. */
  rate(out: Float64Array, planes: PathPlanes): void;
}
