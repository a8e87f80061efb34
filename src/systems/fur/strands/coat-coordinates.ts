import { joinPoints } from '../../../motion/weld-vertices.ts';
import { checkSkin, type SkinMesh } from './skin-mesh.ts';

/**
 * What a shader needs to find its blades, whatever texture coordinates the file has: place and normal at rest, a vertex. Copies of a
 * vertex along a seam have the same, to the bit; both travel with the vertex as the skin deforms, so blades stay where they grow.
 */
export interface CoatCoordinates {
  /** [3 · vertexCount] metres. */
  readonly points: Float32Array;
  /** [3 · vertexCount] unit. */
  readonly normals: Float32Array;
  /** [vertexCount] the first vertex at the same place: equal for copies. */
  readonly firstCopy: Uint32Array;
}

/**
 * Coat coordinates of any triangle mesh at rest. Normals are those of the joined surface, weighted by area; a vertex whose triangles have
 * none, or that has no triangle, gets +Y. Throws InputError for a mesh that is none.
 */
export function createCoatCoordinates(mesh: SkinMesh): CoatCoordinates {
  checkSkin(mesh);
  const { positions, indices } = mesh;
  const { kept, vertexOf } = joinPoints(positions);
  const sums = new Float64Array(3 * kept.length);
  for (let k = 0; k < indices.length; k += 3) {
    const a = 3 * indices[k];
    const b = 3 * indices[k + 1];
    const c = 3 * indices[k + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    for (let corner = 0; corner < 3; corner++) {
      const o = 3 * vertexOf[indices[k + corner]];
      sums[o] += uy * vz - uz * vy;
      sums[o + 1] += uz * vx - ux * vz;
      sums[o + 2] += ux * vy - uy * vx;
    }
  }
  const vertexCount = positions.length / 3;
  const normals = new Float32Array(3 * vertexCount);
  const firstCopy = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const o = 3 * vertexOf[v];
    const length = Math.sqrt(sums[o] * sums[o] + sums[o + 1] * sums[o + 1] + sums[o + 2] * sums[o + 2]);
    for (let c = 0; c < 3; c++) normals[3 * v + c] = length > 0 ? sums[o + c] / length : c === 1 ? 1 : 0;
    firstCopy[v] = kept[vertexOf[v]];
  }
  return { points: Float32Array.from(positions), normals, firstCopy };
}
