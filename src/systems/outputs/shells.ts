import type { ShellsLook, ShellsMaps, ShellsMotion, ShellsSkin } from '../../coats/shells.ts';

/**
 * Fur or grass: shells between a skin and the tips of its strands. The object and its arrays stay for ever; `roots`, `normals`
 * and `offsets` are overwritten by each step. A vertex of the shells is one of the skin; where triangles part, each has
 * vertices of its own.
 *
 * At the share u of the height, a shell is at root + the bend of eq. 4 between normal and offset: see `bendStrand`.
 */
export interface ShellsOutput extends ShellsMotion {
  readonly kind: 'shells';
  readonly name: string;
  /** The actor whose skin it covers; null for ground of its own. */
  readonly actor: string | null;
  /** Where its vertices come from, of an actor. */
  readonly skin: ShellsSkin | null;
  readonly vertexCount: number;
  /** [3 · triangleCount] counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /** [3 · vertexCount] places (m) and unit normals of the skin at rest, from which blades are found: copies have the same. */
  readonly restPlaces: Float32Array;
  readonly restNormals: Float32Array;
  /** [vertexCount] length of a strand at rest, m. */
  readonly lengths: Float32Array;
  /** [vertexCount] share of the strands that are there, 0..1. */
  readonly densities: Float32Array;
  /** [3 · vertexCount] linear colours that multiply the coat's; null: the coat's alone. */
  readonly colors: Float32Array | null;
  /** [2 · vertexCount] places in `maps`, v downward as in glTF; null where there is no map. */
  readonly texcoords: Float32Array | null;
  readonly maps: ShellsMaps;
  readonly look: ShellsLook;
}
