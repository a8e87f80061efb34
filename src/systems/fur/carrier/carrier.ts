import type { JoinCounts } from '../../../motion/join-surface.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { FurMesh } from '../topology/topology.ts';

/** What fur grows on, at rest: a welded mesh, so that no seam parts it. Made once, never changed. */
export interface FurCarrier {
  readonly mesh: FurMesh;
  /** [3 · vertexCount] m. Of an actor: in the figure's own frame, at the size that it has in the world. */
  readonly places: Float64Array;
  /** [3 · vertexCount] unit, weighted by area; vertices in one place have the same. */
  readonly normals: Float32Array;
  /** [vertexCount] shares of the length and of the blades that are there, 0..1: less at the border of a region or a patch. */
  readonly shares: Float64Array;
  readonly densities: Float64Array;
  /** [2 · 3 · faceCount] where corners lie in pictures, v downward; null where there are no coordinates. */
  readonly texcoords: Float32Array | null;
  /** Where it comes from; null for ground of its own. */
  readonly skin: CarrierSkin | null;
  /** Columns and rows of vertices of a patch; null for a skin. */
  readonly patch: { readonly columns: number; readonly rows: number } | null;
  /** What became of the vertices that a file repeats; null for ground of its own. */
  readonly copies: JoinCounts | null;
  readonly warnings: readonly string[];
}

export interface CarrierSkin {
  readonly actor: string;
  readonly rig: Rig;
  /** Indices into the rig's surfaces, whose vertices stand one after the other. */
  readonly surfaces: readonly number[];
  /** [vertexCount] the first of those vertices at each vertex of the mesh. */
  readonly vertexOf: Uint32Array;
  /** [3 · faceCount] the vertex of the file at each corner. */
  readonly corners: Uint32Array;
}
