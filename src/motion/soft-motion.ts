/** A part of an actor whose shapes displace vertices in mesh space, before the bones move them. */
export interface SoftPart {
  readonly modeCount: number;
  readonly surfaces: readonly {
    /** Index into the rig's surfaces. */
    readonly surface: number;
    /** Indices of the vertices that move. */
    readonly vertices: Uint32Array;
    /** [modeCount · 3 · vertices.length], mode by mode: displacement at weight 1, mesh units. */
    readonly shapes: Float32Array;
  }[];
}

/** The motion of an actor's soft parts, as skins read it. */
export interface SoftMotion {
  readonly parts: readonly SoftPart[];
  /**
   * Returns the weights of the shapes at a time, seconds: the modes of all parts, part after part. Times of successive calls ascend, but the
   * last two times may be requested again. The array is valid until the third call after this one.
   */
  weightsAt(t: number): Float64Array;
  /** Returns a separate motion, which begins where the simulation is now and may be advanced beyond it. */
  fork(): SoftMotion;
}

/**
 * Returns a function that displaces the positions of one surface, in mesh units, by soft parts with these weights. Undefined if no part
 * moves the surface.
 */
export function softenSurface(
  surface: number,
  parts: readonly SoftPart[],
  weights: Float64Array,
): ((positions: Float64Array) => void) | undefined {
  if (!parts.some(({ surfaces }) => surfaces.some((moved) => moved.surface === surface))) return undefined;
  return (positions) => addSoftShapes(positions, surface, parts, weights);
}

/** Adds the displacements of soft parts at these weights to the positions of one surface, in mesh units. */
function addSoftShapes(
  out: Float64Array,
  surface: number,
  parts: readonly SoftPart[],
  weights: Float64Array,
): void {
  let first = 0;
  for (const { modeCount, surfaces } of parts) {
    for (const moved of surfaces) {
      if (moved.surface !== surface) continue;
      const { vertices, shapes } = moved;
      for (let mode = 0; mode < modeCount; mode++) {
        const weight = weights[first + mode];
        if (weight === 0) continue;
        const row = 3 * vertices.length * mode;
        for (let k = 0; k < vertices.length; k++) {
          const to = 3 * vertices[k];
          const from = row + 3 * k;
          out[to] += weight * shapes[from];
          out[to + 1] += weight * shapes[from + 1];
          out[to + 2] += weight * shapes[from + 2];
        }
      }
    }
    first += modeCount;
  }
}
