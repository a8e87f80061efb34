/** A vertex near another one. `closeness` is 1 at distance 0, and decreases linearly to 0 at the distance `reach`. */
interface NearVertex {
  readonly vertex: number;
  readonly closeness: number;
}

/** Finds the vertices of a skin that are near a vertex, along edges. Results are kept, because feet press the same vertices in many steps. */
export class Neighborhoods {
  private readonly found = new Map<number, readonly NearVertex[]>();
  /** For each vertex, the vertices at the other ends of its edges. */
  private readonly beside: readonly (readonly number[])[];

  /**
   * triangles [3 · faceCount]; positions of the rest pose, m, [3 · vertexCount]. reaches: max distance between each vertex and those near it,
   * m, [vertexCount].
   */
  constructor(
    triangles: ArrayLike<number>,
    private readonly positions: ArrayLike<number>,
    private readonly reaches: ArrayLike<number>,
  ) {
    const sets = Array.from({ length: positions.length / 3 }, () => new Set<number>());
    for (let k = 0; k < triangles.length; k++) {
      const next = triangles[k - (k % 3) + ((k + 1) % 3)];
      sets[triangles[k]].add(next);
      sets[next].add(triangles[k]);
    }
    this.beside = sets.map((set) => [...set]);
  }

  /** Returns the vertices within the reach of a vertex that are connected to it within that distance. Without the vertex itself. */
  near(vertex: number): readonly NearVertex[] {
    const known = this.found.get(vertex);
    if (known) return known;
    const reach = this.reaches[vertex];
    const out: NearVertex[] = [];
    const seen = new Set([vertex]);
    const open = [vertex];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      for (const other of this.beside[from]) {
        if (seen.has(other)) continue;
        seen.add(other);
        const distance = this.distance(vertex, other);
        if (distance >= reach) continue;
        out.push({ vertex: other, closeness: 1 - distance / reach });
        open.push(other);
      }
    }
    this.found.set(vertex, out);
    return out;
  }

  private distance(a: number, b: number): number {
    let square = 0;
    for (let axis = 0; axis < 3; axis++)
      square += (this.positions[3 * a + axis] - this.positions[3 * b + axis]) ** 2;
    return Math.sqrt(square);
  }
}
