import type { Picture } from '../motion/picture.ts';
import type { BendForm } from './bend.ts';
import type { BladeCoat } from './blades/blade-coat.ts';
import type { FurColors, FurLook } from './blades/shade-fur.ts';
import type { ShellTextures } from './blades/shell-textures.ts';

/** The moving part of shells. */
export interface ShellsMotion {
  /** Current positions on the skin, m, [3 · vertexCount]. */
  readonly roots: Float32Array;
  /** Current unit normals of the skin, [3 · vertexCount]. */
  readonly normals: Float32Array;
  /** Current tips minus roots, m, [3 · vertexCount]. */
  readonly offsets: Float32Array;
}

export interface ShellsSkin {
  /** Indices into the rig's surfaces, whose vertices are concatenated. */
  readonly surfaces: readonly number[];
  /**
   * The vertex of the skin to which each vertex of the shells is attached, [vertexCount]. If the skin has copies of a vertex, it is the
   * first copy.
   */
  readonly vertexOf: Uint32Array;
}

/** Pictures that are mapped to the skin by its texture coordinates; row 0 at v = 0. */
export interface ShellsMaps {
  /** Picture by which the coat's colours are multiplied. */
  readonly color: Picture | null;
  /** Picture whose green channel is the fraction of the strands that exist. */
  readonly density: Picture | null;
}

/** The appearance of a coat. It does not change during a run. */
export interface ShellsLook {
  readonly layerCount: number;
  /** Side length of the repeating tile, m. */
  readonly tile: number;
  /** Slices of the blades of a tile. */
  readonly textures: ShellTextures;
  /** The blades themselves, which are needed if strands are written as curves. */
  readonly coat: BladeCoat;
  readonly colors: FurColors;
  /** Which steps of shading are active. */
  readonly shading: FurLook;
  readonly bend: BendForm;
  /** k of eq. 4. */
  readonly exponent: number;
  /** Whether there are fins at the silhouette, and whether the coat casts shadows. */
  readonly fins: boolean;
  readonly shadows: boolean;
  /** Number of strands in files with curves and cards. */
  readonly strandCount: number;
  readonly seed: number;
}
