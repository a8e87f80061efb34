import type { DataArrayTexture, Material, Mesh } from 'three';
import type { GroundLook } from './ground-look.ts';
import type { PatchShape } from './layer-page.ts';

/** The inputs of a page's materials. */
export interface PageSource {
  readonly texture: DataArrayTexture;
  readonly shape: PatchShape;
  readonly cell: number;
  readonly datum: number;
  readonly heightUnit: number;
  /** Whether the lowest bits of texels contain the cover of a column, see `ground-cover.ts`. */
  readonly hasCover?: boolean;
}

/** The three.js materials that draw one page of tiles of a ground. */
export interface PageMaterials {
  readonly surface: Material;
  /** Material for shadow maps, if the renderer does not derive it from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Prepares the page's mesh, in addition to its material. */
  setUp?(mesh: Mesh): void;
  setLook(look: GroundLook): void;
  dispose(): void;
}

/** Creates a ground's materials for one kind of renderer. */
export interface GroundShading {
  /** Sets the look of materials that are created from now on. */
  setLook(look: GroundLook): void;
  createMaterials(source: PageSource): PageMaterials;
  dispose(): void;
}

/** Creates a shading with this `look`. Each ground has its own shading. */
export type GroundShadingFactory = (look: GroundLook) => GroundShading;

/**
 * In a shadow map the ground is moved away from the light, by the height of its slope over one texel of the map. So prints cast shadows on
 * themselves while level ground does not, whatever the bias of the light.
 */
export const shadowOffset = { polygonOffset: true, polygonOffsetFactor: 3, polygonOffsetUnits: 8 };
