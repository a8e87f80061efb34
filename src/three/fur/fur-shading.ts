import type { DataArrayTexture, DataTexture, Material, Texture } from 'three';
import type { BendForm } from '../../coats/bend.ts';
import type { FurColors, FurLook } from '../../coats/blades/shade-fur.ts';

/** The inputs of the fur materials. */
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
  /** Whether strands are omitted anywhere. */
  readonly isThinned: boolean;
  /** Whether vertices have colours of their own. */
  readonly hasColors: boolean;
  readonly colorMap: Texture | null;
  readonly densityMap: Texture | null;
}

/** The number of shells that are drawn. */
export interface DrawnLayers {
  /** Shells over the height. Not an integer while one sinks into the skin. */
  readonly count: number;
  /** Width and height of the picture, pixels. */
  readonly columns: number;
  readonly rows: number;
}

/** The three.js materials that draw one coat. */
export interface FurMaterials {
  readonly surface: Material;
  /** For shadow maps, if the renderer does not derive them from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Sets the values for the next picture. */
  setLayers(layers: DrawnLayers): void;
  /** Creates the material of fins at the silhouette. side: blades seen from the side. */
  createFins(side: DataTexture): FinMaterial;
  dispose(): void;
}

export interface FinMaterial {
  readonly surface: Material;
  /** Sets the opacity of all fins, 0 to 1. */
  setShare(fraction: number): void;
  dispose(): void;
}

/** Creates the materials of fur for one kind of renderer. */
export type FurShading = (surface: FurSurface) => FurMaterials;

/**
 * Number of shells that an instance samples, from its own downward: a fragment in a gap between blades samples the next shell
 * along the view ray. This saves the triangles, lights and colours of most shells, with or without hidden-surface removal.
 */
export const shellsTogether = 4;

/** Height at which the skin below all shells is drawn, as a fraction of the distance of two shells, so that it covers a mesh's own skin. */
export const skinHeight = 0.2;
/** Grey of the structure picture, as in `shadeFur`. */
export const structureGrey = 0.34;

/**
 * If the number of shells changes, a shell covers 1 − (1 − opacity)^e, so that the total density stays the same. For independent
 * shells, e would be the ratio of the numbers. Blades pass through many shells, so its power 0.6 is used, which keeps the mean
 * colour of a ball of fur.
 */
export function opacityExponent(sliceCount: number, layerCount: number): number {
  return (sliceCount / layerCount) ** 0.6;
}

/**
 * How far the normal for lighting leans towards a strand, at its tip, as a fraction of the way from the skin's normal to the
 * strand's direction. This makes waves of wind and trodden paths visible. In the publication only the skin's normal is used.
 */
export function normalLean(bend: BendForm): number {
  return bend === 'literal' ? 0 : 0.6;
}

/**
 * At grazing angles, light enters from behind, so fur shades itself less: self-shadowing falls to this fraction at the
 * silhouette, starting at this cosine between view direction and normal.
 */
export const rimShadow = 0.35;
export const rimWidth = 0.3;
