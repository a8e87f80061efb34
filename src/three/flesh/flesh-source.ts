import type { MorphSurface } from '../../systems/outputs/morph.ts';

/** Shapes that move a character's vertices: a part that was prepared, a `MorphOutput` of a simulation, or one made by hand. */
export interface FleshSource {
  readonly name: string;
  readonly modeCount: number;
  readonly surfaces: readonly MorphSurface[];
  /**
   * [modeCount] the shapes' weights, kept by whoever steps them; for a crowd [count · modeCount]. Absent: who draws them makes
   * them, all 0.
   */
  readonly amplitudes?: Float64Array;
}
