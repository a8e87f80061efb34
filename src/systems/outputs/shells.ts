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
  /** Whether the motion repeats with the clip of the actor. Absent: it does not. */
  readonly repeats?: boolean;
  /** Which vertices of the actor its vertices come from. */
  readonly skin: ShellsSkin | null;
  readonly vertexCount: number;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: Uint32Array;
  /**
   * Rest positions (m) and unit normals of the skin, which determine the positions of blades. [3 · vertexCount] Copies of a vertex have the
   * same values.
   */
  readonly restPositions: Float32Array;
  readonly restNormals: Float32Array;
  /** Rest length of a strand, m, [vertexCount]. */
  readonly lengths: Float32Array;
  /** Fraction of the strands that exist, 0..1, [vertexCount]. */
  readonly densities: Float32Array;
  /** Linear colours that multiply the coat's colours; null if there are none. [3 · vertexCount] */
  readonly colors: Float32Array | null;
  /** Texture coordinates in `maps`, v downward as in glTF; null if there is no map. [2 · vertexCount] */
  readonly texcoords: Float32Array | null;
  readonly maps: ShellsMaps;
  readonly look: ShellsLook;
}
