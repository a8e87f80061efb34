import type { PointsOutput } from '../../systems/outputs/points.ts';

/**
 * Particles to draw in their current state. A `PointsOutput` fits unchanged. Only positions are required. Arrays may be longer
 * than `count`.
 */
export interface PointsData extends Pick<PointsOutput, 'count' | 'positions'> {
  /** [count] identities, which select random properties of their look. Default: the index. */
  readonly ids?: Uint32Array;
  /** [count] diameters, m. Default: the object's `size`. */
  readonly sizes?: Float32Array;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity. Default: the object's `color`. */
  readonly colors?: Float32Array;
  /** [4 · count] unit quaternions x y z w. Default: none is rotated. */
  readonly orientations?: Float32Array | null;
}
