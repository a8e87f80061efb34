import type { JoinCounts } from '../../../motion/join-surface.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { FurMesh } from '../topology/topology.ts';

/**
 * The rest shape of the skin or patch on which fur grows: a mesh without seams, since vertices at the same place are joined. Does not
 * change during a run.
 */
export interface FurCarrier {
  readonly mesh: FurMesh;
  /** Positions of the vertices, m, [3 · vertexCount]. For an actor: in the character's own frame, at its size in the world. */
  readonly positions: Float64Array;
  /** Unit normals, weighted by area, [3 · vertexCount]. Vertices at the same position have the same normal. */
  readonly normals: Float32Array;
  /** Factors of the length and of the density, 0 to 1, [vertexCount]. They fall towards the boundary of a region or a patch. */
  readonly fractions: Float64Array;
  readonly densities: Float64Array;
  /** Texture coordinates of the corners, [2 · 3 · faceCount]. v points downward. Null if there are none. */
  readonly texcoords: Float32Array | null;
  /** The actor's surfaces from which the carrier was made; null for a patch. */
  readonly skin: CarrierSkin | null;
  /** Columns and rows of vertices of a patch; null for a skin. */
  readonly patch: { readonly columns: number; readonly rows: number } | null;
  /** Number of repeated vertices of the file that were joined, and number of those that were not; null for a patch. */
  readonly copies: JoinCounts | null;
  readonly warnings: readonly string[];
}

export interface CarrierSkin {
  readonly actor: string;
  readonly rig: Rig;
  /** Indices into the rig's surfaces, whose vertices are concatenated. */
  readonly surfaces: readonly number[];
  /** For each vertex of the mesh, the first of the surfaces' vertices at its position. [vertexCount] */
  readonly vertexOf: Uint32Array;
  /** For each corner of a face, the vertex of the file. [3 · faceCount] */
  readonly corners: Uint32Array;
}
