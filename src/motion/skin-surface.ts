/**
 * The skin of an actor over one step, in world metres: all requested surfaces concatenated, with their vertices as in the file
 * (repeated where normals or texture coordinates differ). Soft parts of the actor, such as flesh, displace it.
 */
export interface SkinSurface {
  readonly name: string;
  readonly vertexCount: number;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: Uint32Array;
  /**
   * Vertex positions at t0 and t1, [3 · vertexCount]. Between these times, vertices move along straight lines. Overwritten by each step.
   */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** True if no motion connects `start` and `end`. */
  readonly cut: boolean;
  /** Writes the positions at any other time to out [3 · vertexCount]. Null for live motion, of which only the present is known. */
  readonly positionsAt: ((out: Float64Array, t: number) => void) | null;
  /** Creates a separate set of skins of the same actor, which may be posed ahead of the simulation. Null for live motion. */
  readonly fork: (() => SkinSet) | null;
}

export interface SkinRequest {
  /** Indices of the requested surfaces in the rig; null for all of them. */
  readonly surfaces: readonly number[] | null;
}

/** The skins of one actor, for systems with the same rate. The actor is posed once per step for all of them. */
export interface SkinSet {
  /** Returns the requested skin: the same object for the same request. Must be called before the first `advance`. */
  add(request: SkinRequest): SkinSurface;
  /** Updates every skin to the motion from t0 to t1, seconds. The result depends on these times alone. */
  advance(t0: number, t1: number): void;
}
