import type { MorphSurface } from '../../systems/outputs/morph.ts';

/** Shapes that move a character's vertices: a prepared part, a `MorphOutput` of a simulation, or shapes from any other source. */
export interface FleshSource {
  readonly name: string;
  readonly modeCount: number;
  readonly surfaces: readonly MorphSurface[];
  /**
   * The weights of the shapes, updated by the code that steps them, [modeCount]. For a crowd [count · modeCount]. Absent: the drawing code
   * creates them, all 0.
   */
  readonly amplitudes?: Float64Array;
}
