import type { Shape } from '../shape.ts';
import { distanceMeasure, minSpeedOf, shapeRadius, velocityMeasure, viabilityMeasure } from './measures.ts';
import type { PathMeasure } from './path-measure.ts';

/** Inputs for the measures that predict how plausible the motion of a key will look. Member k is the k-th of those that are rated. */
export interface KeyMeasureOptions {
  /** σ as a fraction of the radius of the shape, > 0. */
  readonly distanceSpread: number;
  /** k of h_s, 1/m². */
  readonly sharpness: number;
  /** c of g(v). */
  readonly smoothness: number;
  /** [3 · n] m: positions of the members at the start of the rated paths, and their goals. */
  readonly from: Float64Array;
  readonly goals: Float64Array;
  /** The shapes of the key, and [n] the index of the shape that contains each member's goal. */
  readonly shapes: readonly Pick<Shape, 'bounds'>[];
  readonly shapeOf: ArrayLike<number>;
  /** Seconds from the start of the rated paths to the end of the key. */
  readonly duration: number;
  /** See `ViabilityOptions`; null: there is no intermediate shape. */
  readonly positionAt: ((out: Float64Array, k: number, ahead: number) => void) | null;
}

/** Creates the measures of a key: g = g(d) · h_s · g(v). Dingle & Keyser 2005, section 6.1; h_c is in `choosePaths`. */
export function createKeyMeasures(options: KeyMeasureOptions): PathMeasure[] {
  const { from, goals, shapes, shapeOf, smoothness, sharpness, positionAt } = options;
  const count = goals.length / 3;
  const radii = shapes.map(shapeRadius);
  const spread = Float64Array.from({ length: count }, (_, k) => options.distanceSpread * radii[shapeOf[k]]);
  const minSpeed = Float64Array.from({ length: count }, (_, k) => {
    const x = goals[3 * k] - from[3 * k];
    const y = goals[3 * k + 1] - from[3 * k + 1];
    const z = goals[3 * k + 2] - from[3 * k + 2];
    return minSpeedOf(Math.sqrt(x * x + y * y + z * z), options.duration);
  });
  const measures = [distanceMeasure({ goals, spread }), velocityMeasure({ smoothness, minSpeed })];
  if (positionAt) measures.push(viabilityMeasure({ count, positionAt, sharpness }));
  return measures;
}
