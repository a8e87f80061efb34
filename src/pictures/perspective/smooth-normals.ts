import { joinSurface } from '../../motion/join-surface.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
import type { PosedMesh } from '../posed-mesh.ts';

/**
 * Returns the normals of `measureNormals` after duplicate vertices are merged, so that seams of texture coordinates are invisible. [3 ·
 * vertexCount]
 */
export function smoothNormals(figure: PosedMesh): Float64Array {
  const positions = Float64Array.from(figure.positions);
  const normals = new Float64Array(positions.length);
  const indices = Uint32Array.from(figure.indices);
  measureNormals(normals, positions, indices, joinSurface(positions, indices).vertexOf);
  return normals;
}
