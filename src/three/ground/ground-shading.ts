import type { DataArrayTexture, Material, Mesh } from 'three';
import type { GroundLook } from './ground-look.ts';
import type { PatchShape } from './layer-page.ts';

/** What a page's materials read. */
export interface PageSource {
  readonly texture: DataArrayTexture;
  readonly shape: PatchShape;
  readonly cell: number;
  readonly datum: number;
  readonly heightUnit: number;
  /** Whether the lowest bits of texels say what covers a column: see `ground-cover.ts`. */
  readonly hasCover?: boolean;
}

/** The three.js materials that draw one page of tiles of a ground. */
export interface PageMaterials {
  readonly surface: Material;
  /** For shadow maps, where the renderer does not make them from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** What the page's mesh needs beside its material. */
  setUp?(mesh: Mesh): void;
  setLook(look: GroundLook): void;
  dispose(): void;
}

/** Makes a ground's materials for one kind of renderer. */
export interface GroundShading {
  /** The look of materials made from now on. */
  setLook(look: GroundLook): void;
  createMaterials(source: PageSource): PageMaterials;
  dispose(): void;
}

/** Makes a shading that looks like `look`; one a ground. */
export type GroundShadingFactory = (look: GroundLook) => GroundShading;

/**
 * In a shadow map the ground is drawn a little further from the light, by its slope over a texel of the map: prints shade
 * themselves, and level ground does not, whatever the light's own bias.
 */
export const shadowOffset = { polygonOffset: true, polygonOffsetFactor: 3, polygonOffsetUnits: 8 };
