import { joinSurface } from '../../motion/join-surface.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
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
  /** [vertexCount] the first vertex that is the same point of the surface: equal for copies. */
  readonly firstCopy: Uint32Array;
}

/**
 * Coat coordinates of any triangle mesh at rest. Normals are those of the joined surface, weighted by area; a vertex whose triangles have
 * none, or that has no triangle, gets +Y. Throws InputError for a mesh that is none.
 */
export function createCoatCoordinates(mesh: SkinMesh): CoatCoordinates {
  checkSkin(mesh);
  const { positions, indices } = mesh;
  const { kept, vertexOf } = joinSurface(positions, indices);
  const normals = new Float32Array(positions.length);
  measureNormals(normals, positions, indices, vertexOf);
  const firstCopy = vertexOf.map((place) => kept[place]);
  return { points: Float32Array.from(positions), normals, firstCopy };
}
