import type { PointsOutput } from '../../systems/outputs/points.ts';

/**
 * Particles to draw, as many as there are now. A `PointsOutput` is one as it stands; positions alone are enough. Arrays may
 * be longer than `count` says.
 */
export interface PointsData extends Pick<PointsOutput, 'count' | 'positions'> {
  /** [count] who is who, for all that is a matter of chance in how they look. Default: the place in the list. */
  readonly ids?: Uint32Array;
  /** [count] diameters, m. Default: the object's `size`. */
  readonly sizes?: Float32Array;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity. Default: the object's `color`. */
  readonly colors?: Float32Array;
  /** [4 · count] unit quaternions x y z w. Default: none is turned. */
  readonly orientations?: Float32Array | null;
}
