import { areaVector } from '../math/simplex.ts';

/** A surface as far as its normals go: positions and normals [3 · vertexCount], indices [3 · triangleCount]. */
export interface GroupedSurface {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly normals: Float32Array | null;
}

/** Which vertices share their normal: copies of one point with one normal, over all surfaces of a mesh. */
export interface NormalGroups {
  readonly count: number;
  /** For each surface [vertexCount] the group of each of its vertices. */
  readonly groupOf: readonly Uint32Array[];
}

/** Finds the vertices that share their normal; the surfaces are those of one mesh, in its space. */
export function groupNormals(surfaces: readonly GroupedSurface[]): NormalGroups {
  const groups = new Map<string, number>();
  const groupOf = surfaces.map(({ positions, normals }) => {
    // −0 and 0 are one place.
    const [place, normal] = [positions, normals ?? new Float32Array(positions.length)].map(
      (values) => new Uint32Array(Float32Array.from(values, (value) => value + 0).buffer),
    );
    return Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
      const k = 3 * v;
      const key = `${place[k]} ${place[k + 1]} ${place[k + 2]} ${normal[k]} ${normal[k + 1]} ${normal[k + 2]}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = groups.size;
        groups.set(key, group);
      }
      return group;
    });
  });
  return { count: groups.size, groupOf };
}

/** Adds the area vector of one triangle to the sums [3 · groupCount] of its three corners' groups. */
export function addTriangle(
  sums: Float64Array,
  groupOf: Uint32Array,
  positions: Float32Array | Float64Array,
  [a, b, c]: readonly [number, number, number],
): void {
  const [x, y, z] = areaVector(positions, a, b, c);
  for (const vertex of [a, b, c]) {
    const k = 3 * groupOf[vertex];
    sums[k] += x;
    sums[k + 1] += y;
    sums[k + 2] += z;
  }
}
