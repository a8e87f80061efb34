import type { PointsOutput } from '../../systems/outputs/points.ts';

/**
 * The current state of particles that are drawn. A `PointsOutput` has it. Only positions are required. Arrays may be longer than `count`.
 */
export interface PointsData extends Pick<PointsOutput, 'count' | 'positions'> {
  /** [count] identities, which determine random properties of the look. Default: the index. */
  readonly ids?: Uint32Array;
  /** [count] diameters, m. Default: the object's `size`. */
  readonly sizes?: Float32Array;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity. Default: the object's `color`. */
  readonly colors?: Float32Array;
  /** [4 · count] unit quaternions x y z w. Default: none is rotated. */
  readonly orientations?: Float32Array | null;
}
