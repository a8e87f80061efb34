/**
 * If the skin shrinks below this fraction of its rest size, its strands become shorter in proportion. Folded skin, as at a shoulder, does
 * not shrink so far.
 */
const shrinkingSize = 0.1;
/** Below this fraction of the rest size, normals of the skin cannot be computed. The normals of the rest pose are used instead. */
export const vanishingSize = 1e-3;

/** Measures the size of a skin around each vertex relative to the rest pose: 0 if a bone has scale 0. */
export class SkinSizes {
  /** Sums of the squared lengths of the edges of the triangles around each vertex in the rest pose, m², [vertexCount]. */
  readonly rest: Float64Array;
  private readonly squares: Float64Array;

  /** restPositions: [3 · vertexCount] m. triangles: [3 · triangleCount] vertex indices. */
  constructor(
    restPositions: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    this.rest = new Float64Array(restPositions.length / 3);
    this.squares = new Float64Array(this.rest.length);
    addSquares(this.rest, restPositions, triangles);
  }

  /** Writes the relative sizes of a skin at `positions` to `out`, [vertexCount]. The value is 1 where the rest pose has no size. */
  measure(out: Float64Array, positions: Float64Array): void {
    const { rest, squares, triangles } = this;
    squares.fill(0);
    addSquares(squares, positions, triangles);
    for (let v = 0; v < out.length; v++) out[v] = rest[v] > 0 ? Math.sqrt(squares[v] / rest[v]) : 1;
  }
}

/**
 * Returns the factor by which the drawn length of a strand is multiplied. size: the size of the skin at the root of the strand,
 * relative to the rest pose. For sizes of 0.1 and more, the factor is 1.
 */
export function shrinkOf(size: number): number {
  return Math.min(1, size / shrinkingSize);
}

/** Adds to each vertex the squared lengths of the edges of its triangles, m². */
function addSquares(out: Float64Array, p: Float64Array, triangles: Uint32Array): void {
  for (let k = 0; k < triangles.length; k += 3) {
    let sum = 0;
    for (let corner = 0; corner < 3; corner++) {
      const a = 3 * triangles[k + corner];
      const b = 3 * triangles[k + ((corner + 1) % 3)];
      sum += (p[b] - p[a]) ** 2 + (p[b + 1] - p[a + 1]) ** 2 + (p[b + 2] - p[a + 2]) ** 2;
    }
    for (let corner = 0; corner < 3; corner++) out[triangles[k + corner]] += sum;
  }
}
