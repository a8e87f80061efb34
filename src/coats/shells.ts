import type { Picture } from '../motion/picture.ts';
import type { BendForm } from './bend.ts';
import type { BladeCoat } from './blades/blade-coat.ts';
import type { FurColors, FurLook } from './blades/shade-fur.ts';
import type { ShellTextures } from './blades/shell-textures.ts';

/** What of shells moves. */
export interface ShellsMotion {
  /** [3 · vertexCount] places on the skin now, m. */
  readonly roots: Float32Array;
  /** [3 · vertexCount] unit normals of the skin now. */
  readonly normals: Float32Array;
  /** [3 · vertexCount] tips minus roots now, m. */
  readonly offsets: Float32Array;
}

export interface ShellsSkin {
  /** Indices into the rig's surfaces, whose vertices stand one after the other. */
  readonly surfaces: readonly number[];
  /** [vertexCount] the vertex of the skin that each vertex of the shells rides on: the first of its copies. */
  readonly vertexOf: Uint32Array;
}

/** Pictures laid over the skin by its texture coordinates; row 0 at v = 0. */
export interface ShellsMaps {
  /** Multiplies the coat's colours. */
  readonly color: Picture | null;
  /** Share of the strands that are there: the green of it. */
  readonly density: Picture | null;
}

/** What a coat looks like. Made once, never changed. */
export interface ShellsLook {
  readonly layerCount: number;
  /** Side of the tile that repeats, m. */
  readonly tile: number;
  /** Slices of the blades in a tile. */
  readonly textures: ShellTextures;
  /** The blades themselves, for strands as curves. */
  readonly coat: BladeCoat;
  readonly colors: FurColors;
  /** Which steps of colouring are on. */
  readonly shading: FurLook;
  readonly bend: BendForm;
  /** k of eq. 4. */
  readonly exponent: number;
  /** Fins at the silhouette, and shadows that it casts. */
  readonly fins: boolean;
  readonly shadows: boolean;
  /** Of how many strands files with curves and cards consist. */
  readonly strandCount: number;
  readonly seed: number;
}
