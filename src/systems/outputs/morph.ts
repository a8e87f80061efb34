/** Displacements of a character's own vertices before skinning: a sum of fixed shapes with changing weights. */
export interface MorphOutput {
  readonly kind: 'morph';
  readonly name: string;
  /** Name of the actor whose surfaces it moves. */
  readonly actor: string;
  readonly modeCount: number;
  readonly surfaces: readonly MorphSurface[];
  /** Current weights of the shapes, [modeCount]. Always the same array; each step overwrites it. */
  readonly amplitudes: Float64Array;
}

/** The vertices of one surface that flesh moves, and the displacement and change of normal for each shape. */
export interface MorphSurface {
  /** Index into the rig's surfaces. */
  readonly surface: number;
  /** Indices of the vertices whose position or normal changes, ascending. Copies of one point move alike. */
  readonly vertices: Uint32Array;
  /** Displacements at weight 1 in mesh units, mode by mode, [modeCount · 3 · vertices.length]. */
  readonly shapes: Float32Array;
  /**
   * Changes of the normals at weight 1, not normalised, mode by mode, [3 · vertices.length] for each mode of `normalModes`. Normalise the
   * sum. James & Pai 2002, eq. 21.
   */
  readonly normals: Float32Array;
  /** Modes whose changes `normals` contains, counted from 0, ascending. The other modes do not change the normals. Absent: all modes. */
  readonly normalModes?: readonly number[];
}

/** Returns the modes of a surface that change its normals. modeCount: number of shapes of the output to which the surface belongs. */
export function listNormalModes({ normalModes }: MorphSurface, modeCount: number): readonly number[] {
  return normalModes ?? Array.from({ length: modeCount }, (_, mode) => mode);
}
