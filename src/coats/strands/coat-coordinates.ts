import { joinSurface } from '../../motion/join-surface.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
import { checkSkin, type SkinMesh } from './skin-mesh.ts';

/**
 * What a shader needs to find the blades of a vertex, whatever texture coordinates the file has: rest position and rest normal.
 * Copies of a vertex along a seam have bit-identical values. Both move with the vertex as the skin deforms, so blades stay at
 * their roots.
 */
export interface CoatCoordinates {
  /** [3 · vertexCount] metres. */
  readonly points: Float32Array;
  /** [3 · vertexCount] unit. */
  readonly normals: Float32Array;
  /** [vertexCount] the first vertex that is the same point of the surface, so copies have equal numbers. */
  readonly firstCopy: Uint32Array;
}

/**
 * Computes the coat coordinates of any triangle mesh in its rest shape. Normals are those of the joined surface, weighted by
 * area. A vertex without a triangle, or with triangles without area, gets +Y. Throws an InputError if the mesh is invalid.
 */
export function createCoatCoordinates(mesh: SkinMesh): CoatCoordinates {
  checkSkin(mesh);
  const { positions, indices } = mesh;
  const { kept, vertexOf } = joinSurface(positions, indices);
  const normals = new Float32Array(positions.length);
  measureNormals(normals, positions, indices, vertexOf);
  const firstCopy = vertexOf.map((point) => kept[point]);
  return { points: Float32Array.from(positions), normals, firstCopy };
}
