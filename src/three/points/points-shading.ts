import { FrontSide, type Material, type MeshStandardMaterialParameters } from 'three';

/** How one is drawn: `solid` is a mesh of its own for each, the others are flat and made round by their shader. */
export type PointsKind = 'sphere' | 'smoke' | 'ember' | 'disc' | 'solid';

/** The three.js materials that draw particles. */
export interface PointsMaterials {
  readonly surface: Material;
  /** For shadow maps, where the renderer does not make them from the surface's material. */
  readonly depth?: Material;
  readonly distance?: Material;
  /** Seconds, for what flickers. */
  setTime(time: number): void;
  /** Rows of pixels of the picture that is drawn next, 0 for shadow maps: nothing gets too small to be seen. */
  setRows?(rows: number): void;
  dispose(): void;
}

/** Makes the materials of particles for one kind of renderer; `properties` are the user's own for the surface. */
export type PointsShading = (kind: PointsKind, properties?: PointsSurface) => PointsMaterials;

/** What may be said of a surface beside its particles' own colours: roughness, maps, and what else three knows. */
export type PointsSurface = MeshStandardMaterialParameters;

/** A flat one is at least so many pixels wide: smaller ones would come and go between the pixels. */
export const leastPixels = 1.2;

/** How far each is drawn from its middle, in diameters. Smoke has no edge: its diameter is where it is half as thick. */
export const reaches: Readonly<Record<PointsKind, number>> = {
  sphere: 0.5,
  disc: 0.5,
  solid: 0.5,
  smoke: 0.9,
  ember: 0.5,
};

/** Surfaces of each kind without the user's wishes. */
export const surfaceDefaults: Readonly<Record<PointsKind, PointsSurface>> = {
  // Its card faces the light too, and stands there for the back of the ball.
  sphere: { roughness: 0.55, metalness: 0, shadowSide: FrontSide },
  disc: { roughness: 0.8, metalness: 0 },
  solid: { roughness: 0.6, metalness: 0 },
  smoke: { roughness: 1, metalness: 0 },
  ember: {},
};
