/** Displacements of a character's own vertices, before skinning: a sum of fixed shapes with weights that change. */
export interface MorphOutput {
  readonly kind: 'morph';
  readonly name: string;
  /** Name of the actor whose surfaces it moves. */
  readonly actor: string;
  readonly modeCount: number;
  readonly surfaces: readonly MorphSurface[];
  /** [modeCount] the shapes' weights now; the same array for ever, overwritten by each step. */
  readonly amplitudes: Float64Array;
}

/** The vertices of one surface that flesh moves, with the displacement and the change of normal that each shape gives them. */
export interface MorphSurface {
  /** Index into the rig's surfaces. */
  readonly surface: number;
  /** Indices of the vertices that move, or whose normals alone turn, rising; copies of one point move alike. */
  readonly vertices: Uint32Array;
  /** [modeCount · 3 · vertices.length], mode by mode: displacement at weight 1, mesh units. */
  readonly shapes: Float32Array;
  /** The same for the normal: its change at weight 1, not normalised. Renormalise the sum. James & Pai 2002, eq. 21. */
  readonly normals: Float32Array;
}
