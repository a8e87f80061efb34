import type { DataArrayTexture, DataTexture, Material, Texture } from 'three';
import type { BendForm } from '../../coats/bend.ts';
import type { FurColors, FurLook } from '../../coats/blades/shade-fur.ts';

/** All that materials of fur are made from. */
export interface FurSurface {
  readonly slices: DataArrayTexture;
  readonly sliceCount: number;
  /** Texels across a tile. */
  readonly texels: number;
  readonly colors: FurColors;
  readonly shading: FurLook;
  readonly bend: BendForm;
  readonly exponent: number;
  /** Length of the longest strand, m. */
  readonly longest: number;
  /** Some strands are left out somewhere. */
  readonly isThinned: boolean;
  /** Vertices have colours of their own. */
  readonly hasColors: boolean;
  readonly colorMap: Texture | null;
  readonly densityMap: Texture | null;
}

/** How many shells are drawn. */
export interface DrawnLayers {
  /** Shells over the height, not whole while one sinks into the skin. */
  readonly count: number;
  /** Pixels of the picture, across and down. */
  readonly columns: number;
  readonly rows: number;
}

/** The three.js materials that draw one coat. */
export interface FurMaterials {
  readonly surface: Material;
  /** For shadow maps, where the renderer does not make them from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Of the picture that is drawn next. */
  setLayers(layers: DrawnLayers): void;
  /** Of fins at the silhouette; side: blades seen from the side. */
  createFins(side: DataTexture): FinMaterial;
  dispose(): void;
}

export interface FinMaterial {
  readonly surface: Material;
  /** How much of all fins is there, 0..1. */
  setShare(share: number): void;
  dispose(): void;
}

/** Makes the materials of fur for one kind of renderer. */
export type FurShading = (surface: FurSurface) => FurMaterials;

/**
 * Shells that an instance shows, from its own downward: a fragment that meets a hole looks through it at the next, along the line of
 * sight. So the triangles, lights and colours of most shells are saved, on cards that skip what is hidden and on those that do not.
 */
export const shellsTogether = 4;

/** Where the skin below all shells is drawn: a share of the distance of two shells, so that it covers a mesh's own skin. */
export const skinHeight = 0.2;
/** Grey of the structure's picture, as `shadeFur` has it. */
export const structureGrey = 0.34;

/**
 * A shell of another number covers 1 − (1 − opacity)^e, so that all together stay as dense. Were shells independent, e would be
 * the quotient; blades go through many of them, which its power 0.6 allows for: then the mean colour of a ball of fur stays.
 */
export function opacityExponent(sliceCount: number, layerCount: number): number {
  return (sliceCount / layerCount) ** 0.6;
}

/**
 * How far the normal that is lit leans with a strand, at its tip, as a share of the way from the skin's normal to the strand's
 * direction: by that waves of wind and trodden paths are seen. As printed: the skin's alone.
 */
export function normalLean(bend: BendForm): number {
  return bend === 'literal' ? 0 : 0.6;
}

/**
 * Where the skin turns away, light comes in from behind: there fur shades itself less, down to this share at the very edge, from
 * this cosine between sight and skin on.
 */
export const rimShadow = 0.35;
export const rimWidth = 0.3;
