import type { Picture } from '../motion/picture.ts';
import type { BendForm } from './bend.ts';
import type { BladeCoat } from './blades/blade-coat.ts';
import type { FurColors, FurLook } from './blades/shade-fur.ts';
import type { ShellTextures } from './blades/shell-textures.ts';

/** The moving part of shells. */
export interface ShellsMotion {
  /** [3 · vertexCount] current positions on the skin, m. */
  readonly roots: Float32Array;
  /** [3 · vertexCount] current unit normals of the skin. */
  readonly normals: Float32Array;
  /** [3 · vertexCount] current tips minus roots, m. */
  readonly offsets: Float32Array;
}

export interface ShellsSkin {
  /** Indices into the rig's surfaces, whose vertices are concatenated. */
  readonly surfaces: readonly number[];
  /**
   * [vertexCount] the vertex of the skin to which each vertex of the shells is attached. If the skin has copies of a vertex, it is the
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
