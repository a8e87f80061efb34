/**
 * Below this fraction of its size at rest a skin takes its fur along: strands get shorter as it shrinks. Skin that folds, as at a
 * shoulder, stays above it: it shrinks to a third or so.
 */
const shrinkingSize = 0.1;
/** Below this fraction a skin has no normal of its own. */
export const vanishingSize = 1e-3;

/** How large a skin is around each vertex, as a fraction of its size at rest: 1 at rest, 0 where a bone is scaled to nothing. */
export class SkinSizes {
  private readonly rest: Float64Array;
  private readonly squares: Float64Array;

  /** restPlaces [3 · vertexCount] m, triangles [3 · triangleCount]. */
  constructor(
    restPlaces: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    this.rest = new Float64Array(restPlaces.length / 3);
    this.squares = new Float64Array(this.rest.length);
    addSquares(this.rest, restPlaces, triangles);
  }

  /** Fractions into out [vertexCount], for a skin at `places`; 1 where no triangle has a size at rest. */
  measure(out: Float64Array, places: Float64Array): void {
    const { rest, squares, triangles } = this;
    squares.fill(0);
    addSquares(squares, places, triangles);
    for (let v = 0; v < out.length; v++) out[v] = rest[v] > 0 ? Math.sqrt(squares[v] / rest[v]) : 1;
  }
}

/** How long a strand's offset is shown on a skin of this size, as a fraction: 1 on a skin of at least a tenth of its size at rest. */
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
