import { FrontSide, type Material, type MeshStandardMaterialParameters } from 'three';

/** How a particle is drawn. `solid`: a mesh for each particle. The others are flat, and their shader makes them look round. */
export type PointsKind = 'sphere' | 'smoke' | 'ember' | 'disc' | 'solid';

/** The three.js materials that draw particles. */
export interface PointsMaterials {
  readonly surface: Material;
  /** Material for shadow maps, if the renderer does not derive it from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Sets the time in seconds, for flicker. */
  setTime(time: number): void;
  /** Sets the height of the next picture in pixels. For shadow maps it is 0, so that no particle is too small to be drawn. */
  setRows?(rows: number): void;
  dispose(): void;
}

/** Creates the materials of particles for one kind of renderer. `properties`: those of the surface that the user sets. */
export type PointsShading = (kind: PointsKind, properties?: PointsSurface) => PointsMaterials;

/** Properties of a surface other than its particles' own colours: roughness, maps, and other properties of the three.js material. */
export type PointsSurface = MeshStandardMaterialParameters;

/** Minimum width of a flat particle, pixels. Smaller particles would flicker, because they would fall between pixels. */
export const minPixels = 1.2;

/** Drawn radius of each kind, in diameters. Smoke has no edge: its diameter is the width at which its density is half of the maximum. */
export const reaches: Readonly<Record<PointsKind, number>> = {
  sphere: 0.5,
  disc: 0.5,
  solid: 0.5,
  smoke: 0.9,
  ember: 0.5,
};

/** Properties of each kind's surface if the user sets none. */
export const surfaceDefaults: Readonly<Record<PointsKind, PointsSurface>> = {
  // The card of a sphere also faces the light. In the shadow map, it represents the back of the ball.
  sphere: { roughness: 0.55, metalness: 0, shadowSide: FrontSide },
  disc: { roughness: 0.8, metalness: 0 },
  solid: { roughness: 0.6, metalness: 0 },
  smoke: { roughness: 1, metalness: 0 },
  ember: {},
};
