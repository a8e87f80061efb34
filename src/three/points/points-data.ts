import type { PointsOutput } from '../../systems/outputs/points.ts';

/**
 * The current state of particles that are drawn. A `PointsOutput` has it. Only positions are required. Arrays may be longer than `count`.
 */
export interface PointsData extends Pick<PointsOutput, 'count' | 'positions'> {
  /** Identities, which determine random properties of the look, [count]. Default: the index. */
  readonly ids?: Uint32Array;
  /** Diameters, m, [count]. Default: the object's `size`. */
  readonly sizes?: Float32Array;
  /** Red, green, blue (linear light, 0..1), opacity, [4 · count]. Default: the object's `color`. */
  readonly colors?: Float32Array;
  /** Unit quaternions x y z w, [4 · count]. Default: none is rotated. */
  readonly orientations?: Float32Array | null;
}
