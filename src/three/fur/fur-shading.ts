import type { DataArrayTexture, DataTexture, Material, Texture } from 'three';
import type { BendForm } from '../../coats/bend.ts';
import type { FurColors, FurLook } from '../../coats/blades/shade-fur.ts';

/** The inputs of the fur materials. */
export interface FurSurface {
  readonly slices: DataArrayTexture;
  readonly sliceCount: number;
  /** Number of texels across a tile. */
  readonly texels: number;
  readonly colors: FurColors;
  readonly shading: FurLook;
  readonly bend: BendForm;
  readonly exponent: number;
  /** Length of the longest strand, m. */
  readonly longest: number;
  /** Whether strands are omitted somewhere. */
  readonly isThinned: boolean;
  /** Whether vertices have colours of their own. */
  readonly hasColors: boolean;
  readonly colorMap: Texture | null;
  readonly densityMap: Texture | null;
}

/** The number of shells that are drawn. */
export interface DrawnLayers {
  /** Number of shells over the height. It is not an integer while one shell sinks into the skin. */
  readonly count: number;
  /** Width and height of the picture, pixels. */
  readonly columns: number;
  readonly rows: number;
}

/** The three.js materials that draw one coat. */
export interface FurMaterials {
  readonly surface: Material;
  /** Material for shadow maps, if the renderer does not derive it from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Sets the values for the next picture. */
  setLayers(layers: DrawnLayers): void;
  /** Creates the material of fins at the silhouette. side: texture of blades seen from the side. */
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

/** Returns whether strands have highlights or let light shine through. */
export function shines({ shading, colors }: FurSurface): boolean {
  return shading.diffuse && (colors.gloss > 0 || colors.translucency > 0);
}

/**
 * Number of shells that an instance samples, beginning with its own and going downward. If a fragment is in a gap between blades, it
 * samples the next shell along the view ray. This saves the triangles, lights and colours of most shells, with or without hidden-surface
 * removal.
 */
export const shellsTogether = 4;

/**
 * Height at which the skin below all shells is drawn, as a fraction of the distance between two shells. It is above 0 so that this skin
 * covers the mesh's own skin.
 */
export const skinHeight = 0.2;
/** Grey of the picture that shows the structure only, as in `shadeFur`. */
export const structureGrey = 0.34;

/**
 * Returns the exponent e for a changed number of shells: a shell covers 1 − (1 − opacity)^e, so that the total density stays the same. If
 * shells were independent, e would be the ratio of the numbers. But blades pass through many shells, so the power 0.6 of the ratio is used,
 * which keeps the mean colour of a ball of fur.
 */
export function opacityExponent(sliceCount: number, layerCount: number): number {
  return (sliceCount / layerCount) ** 0.6;
}

/**
 * Returns how far the normal for lighting leans towards a strand at the strand's tip: 0 is the normal of the skin, 1 the direction of the
 * strand. This makes waves of wind and trodden paths visible. The publication uses only the normal of the skin.
 */
export function normalLean(bend: BendForm): number {
  return bend === 'literal' ? 0 : 0.6;
}

/**
 * At grazing angles, light enters from behind, so fur shades itself less. rimShadow: at the silhouette, self-shadowing decreases to this
 * fraction. rimWidth: the cosine between view direction and normal at which the decrease begins.
 */
export const rimShadow = 0.35;
export const rimWidth = 0.3;
