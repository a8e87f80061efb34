import { joinSurface } from '../../motion/join-surface.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
import { checkSkin, type SkinMesh } from './skin-mesh.ts';

/**
 * The values from which a shader finds the blades at a vertex: its rest position and its rest normal, whatever texture coordinates the file
 * has. Copies of a vertex along a seam have bit-identical values. The values stay with the vertex when the skin deforms, so blades stay at
 * their roots.
 */
export interface CoatCoordinates {
  /** Positions, m, [3 · vertexCount]. */
  readonly points: Float32Array;
  /** Unit vectors, [3 · vertexCount]. */
  readonly normals: Float32Array;
  /** For each vertex, the first vertex that is the same point of the surface, so copies have equal numbers. [vertexCount] */
  readonly firstCopy: Uint32Array;
}

/**
 * Computes the coat coordinates of any triangle mesh in its rest shape. Normals are those of the joined surface, weighted by area. If a
 * vertex has no triangle, or only triangles without area, its normal is +Y. Throws an InputError if the mesh is invalid.
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
