import type { ShellsLook, ShellsMaps, ShellsMotion, ShellsSkin } from '../../coats/shells.ts';

/**
 * Fur or grass: shells between a skin and the tips of its strands. The object and its arrays never change; each step overwrites
 * `roots`, `normals` and `offsets`. Each vertex of the shells belongs to a vertex of the skin. Triangles that separate have
 * vertices of their own.
 *
 * At the fraction u of the height, a shell is at root + the bend of eq. 4 between normal and offset: see `bendStrand`.
 */
export interface ShellsOutput extends ShellsMotion {
  readonly kind: 'shells';
  readonly name: string;
  /** The actor whose skin it covers; null for a separate ground mesh. */
  readonly actor: string | null;
  /** Which vertices of the actor its vertices come from. */
  readonly skin: ShellsSkin | null;
  readonly vertexCount: number;
  /** [3 · triangleCount] counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
  /**
   * [3 · vertexCount] rest positions (m) and unit normals of the skin, which determine the positions of blades. Copies of a
   * vertex have the same values.
   */
  readonly restPositions: Float32Array;
  readonly restNormals: Float32Array;
  /** [vertexCount] rest length of a strand, m. */
  readonly lengths: Float32Array;
  /** [vertexCount] fraction of the strands that exist, 0..1. */
  readonly densities: Float32Array;
  /** [3 · vertexCount] linear colours that multiply the coat's colours; null if there are none. */
  readonly colors: Float32Array | null;
  /** [2 · vertexCount] texture coordinates in `maps`, v downward as in glTF; null if there is no map. */
  readonly texcoords: Float32Array | null;
  readonly maps: ShellsMaps;
  readonly look: ShellsLook;
}
