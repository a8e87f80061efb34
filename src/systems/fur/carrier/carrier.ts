import type { JoinCounts } from '../../../motion/join-surface.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { FurMesh } from '../topology/topology.ts';

/** The rest shape of what fur grows on: a welded mesh, so that no seam separates it. Never changes. */
export interface FurCarrier {
  readonly mesh: FurMesh;
  /** [3 · vertexCount] m. For an actor: in the character's own frame, at its size in the world. */
  readonly positions: Float64Array;
  /** [3 · vertexCount] unit normals, weighted by area; vertices at the same position have the same. */
  readonly normals: Float32Array;
  /** [vertexCount] fractions of the length and of the density, 0..1: lower at the boundary of a region or a patch. */
  readonly fractions: Float64Array;
  readonly densities: Float64Array;
  /** [2 · 3 · faceCount] texture coordinates of the corners, v downward; null if there are none. */
  readonly texcoords: Float32Array | null;
  /** The actor's surfaces from which it was made; null for a patch. */
  readonly skin: CarrierSkin | null;
  /** Columns and rows of vertices of a patch; null for a skin. */
  readonly patch: { readonly columns: number; readonly rows: number } | null;
  /** Numbers of repeated vertices of the file that were joined, and that were not; null for a patch. */
  readonly copies: JoinCounts | null;
  readonly warnings: readonly string[];
}

export interface CarrierSkin {
  readonly actor: string;
  readonly rig: Rig;
  /** Indices into the rig's surfaces, whose vertices are concatenated. */
  readonly surfaces: readonly number[];
  /** [vertexCount] the first of those vertices at each vertex of the mesh. */
  readonly vertexOf: Uint32Array;
  /** [3 · faceCount] the vertex of the file at each corner. */
  readonly corners: Uint32Array;
}
