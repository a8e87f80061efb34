import { areaVector } from '../geometry/simplex.ts';

let sums = new Float64Array(0);

/**
 * Writes the unit normals [3 · vertexCount] of a surface: the mean of the normals of the triangles around each vertex, weighted by area. If
 * these triangles have no area, the normal is +Y. vertexOf [vertexCount]: vertices with equal numbers have bit-identical normals (see
 * `joinSurface`). Absent: all vertices are separate.
 *
 * positions [3 · vertexCount], indices [3 · triangleCount] counter-clockwise seen from outside. `out` must not be `positions`. Allocates
 * only to enlarge its scratch memory.
 */
export function measureNormals(
  out: Float64Array | Float32Array,
  positions: Float64Array | Float32Array,
  indices: Uint32Array,
  vertexOf?: Uint32Array,
): void {
  const { length } = positions;
  if (sums.length < length) sums = new Float64Array(length);
  const around = sums;
  around.fill(0, 0, length);
  for (let k = 0; k < indices.length; k += 3) {
    let a = indices[k];
    let b = indices[k + 1];
    let c = indices[k + 2];
    const [nx, ny, nz] = areaVector(positions, a, b, c);
    if (vertexOf) {
      a = vertexOf[a];
      b = vertexOf[b];
      c = vertexOf[c];
    }
    a *= 3;
    b *= 3;
    c *= 3;
    around[a] += nx;
    around[a + 1] += ny;
    around[a + 2] += nz;
    around[b] += nx;
    around[b + 1] += ny;
    around[b + 2] += nz;
    around[c] += nx;
    around[c + 1] += ny;
    around[c + 2] += nz;
  }
  for (let k = 0; k < length; k += 3) {
    const o = vertexOf ? 3 * vertexOf[k / 3] : k;
    const x = around[o];
    const y = around[o + 1];
    const z = around[o + 2];
    const size = Math.sqrt(x * x + y * y + z * z);
    out[k] = size > 0 ? x / size : 0;
    out[k + 1] = size > 0 ? y / size : 1;
    out[k + 2] = size > 0 ? z / size : 0;
  }
}
