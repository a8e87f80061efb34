import { addTriangle, type GroupedSurface, groupNormals } from '../../../motion/normal-groups.ts';

/** Normals of surfaces that move: the mean of the triangles around each vertex, smooth or with edges as the normals of the file are. */
export interface GroupedNormals {
  /** Measures the normals for the positions of all surfaces, [3 · vertexCount] each. */
  pose(positions: readonly Float64Array[]): void;
  /** Returns the normals of a surface, [3 · vertexCount]. */
  of(surface: number): Float32Array;
}

/** Prepares the normals of the surfaces of a character or a body. */
export function groupedNormals(surfaces: readonly GroupedSurface[]): GroupedNormals {
  const { count, groupOf } = groupNormals(surfaces);
  const sums = new Float64Array(3 * count);
  return {
    pose(positions) {
      sums.fill(0);
      surfaces.forEach(({ indices }, k) => {
        for (let o = 0; o < indices.length; o += 3)
          addTriangle(sums, groupOf[k], positions[k], [indices[o], indices[o + 1], indices[o + 2]]);
      });
    },
    of(surface) {
      const groups = groupOf[surface];
      const out = new Float32Array(3 * groups.length);
      groups.forEach((group, vertex) => {
        const [x, y, z] = sums.subarray(3 * group, 3 * group + 3);
        const length = Math.sqrt(x * x + y * y + z * z);
        if (length > 0) out.set([x / length, y / length, z / length], 3 * vertex);
        else out[3 * vertex + 1] = 1;
      });
      return out;
    },
  };
}
