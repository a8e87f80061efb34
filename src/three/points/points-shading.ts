import { FrontSide, type Material, type MeshStandardMaterialParameters } from 'three';

/** How a particle is drawn: `solid` is a mesh for each, the others are flat and made round by their shader. */
export type PointsKind = 'sphere' | 'smoke' | 'ember' | 'disc' | 'solid';

/** The three.js materials that draw particles. */
export interface PointsMaterials {
  readonly surface: Material;
  /** For shadow maps, if the renderer does not derive them from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Seconds, for flicker. */
  setTime(time: number): void;
  /** Height of the next picture in pixels. 0 for shadow maps: no particle is then too small to be drawn. */
  setRows?(rows: number): void;
  dispose(): void;
}

/** Creates the materials of particles for one kind of renderer. `properties` are the user's own for the surface. */
export type PointsShading = (kind: PointsKind, properties?: PointsSurface) => PointsMaterials;

/** Properties of a surface other than its particles' own colours: roughness, maps, and other properties of the three.js material. */
export type PointsSurface = MeshStandardMaterialParameters;

/** Minimum width of a flat particle, pixels: smaller ones would flicker between the pixels. */
export const minPixels = 1.2;

/** Drawn radius of each, in diameters. Smoke has no edge: its diameter is where its density is half of the max. */
export const reaches: Readonly<Record<PointsKind, number>> = {
  sphere: 0.5,
  disc: 0.5,
  solid: 0.5,
  smoke: 0.9,
  ember: 0.5,
};

/** Surfaces of each kind without the user's properties. */
export const surfaceDefaults: Readonly<Record<PointsKind, PointsSurface>> = {
  // The card of a sphere also faces the light. For the shadow, it represents the back of the ball.
  sphere: { roughness: 0.55, metalness: 0, shadowSide: FrontSide },
  disc: { roughness: 0.8, metalness: 0 },
  solid: { roughness: 0.6, metalness: 0 },
  smoke: { roughness: 1, metalness: 0 },
  ember: {},
};
