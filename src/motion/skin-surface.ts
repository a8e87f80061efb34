/**
 * The skin of an actor over one step, in world metres: all surfaces that were asked for, one after the other, with their
 * vertices as the file has them (repeated where normals or texture coordinates differ).
 */
export interface SkinSurface {
  readonly name: string;
  readonly vertexCount: number;
  /** [3 · triangleCount] counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /** [3 · vertexCount] at t0 and t1; between them vertices move along straight lines. Overwritten by each step. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** True when no motion joins the two. */
  readonly cut: boolean;
  /** Where vertices are at any other time, out [3 · vertexCount]; null where the motion is live and nobody knows. */
  readonly positionsAt: ((out: Float64Array, t: number) => void) | null;
}

export interface SkinRequest {
  /** Indices into the rig's surfaces; null for all of them. */
  readonly surfaces: readonly number[] | null;
}

/** The skins of one actor, for systems of one rate: posed once a step for all of them. */
export interface SkinSet {
  /** The skin that is asked for; the same object for the same request. To be called before the first `advance`. */
  add(request: SkinRequest): SkinSurface;
  /** Makes every skin hold the motion from t0 to t1, seconds: the same for equal times, whatever came before. */
  advance(t0: number, t1: number): void;
}
