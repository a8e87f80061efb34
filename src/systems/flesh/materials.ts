/** Elastic properties of flesh. */
export interface FleshMaterial {
  /** Young's modulus, Pa. */
  readonly stiffness: number;
  /** Poisson's ratio. With 0.5, the volume never changes. */
  readonly poisson: number;
  /** Density, kg/m³. */
  readonly density: number;
  /** Damping ratio of the slowest mode. */
  readonly damping: number;
}

/**
 * Presets, in round numbers. The stiffness is that for small vibrations of a few hertz. In such vibrations, living tissue is several times
 * as stiff as under slow pressure, and it is also supported by the skin and the tissue below. The values are chosen so that the thigh and
 * the belly of an adult character vibrate at 3 to 5 Hz, as in slow-motion recordings of runners. Damping is chosen so that fat swings about
 * three times, muscle twice and jelly twelve times.
 */
export const fleshMaterials = {
  fat: { stiffness: 1.5e4, poisson: 0.45, density: 930, damping: 0.15 },
  belly: { stiffness: 1.2e4, poisson: 0.45, density: 970, damping: 0.12 },
  muscle: { stiffness: 4e4, poisson: 0.45, density: 1060, damping: 0.18 },
  jelly: { stiffness: 5e3, poisson: 0.45, density: 1000, damping: 0.03 },
  tail: { stiffness: 4e4, poisson: 0.4, density: 900, damping: 0.08 },
  ear: { stiffness: 1e5, poisson: 0.35, density: 1000, damping: 0.08 },
  rubber: { stiffness: 3e5, poisson: 0.45, density: 1100, damping: 0.04 },
} as const satisfies Record<string, FleshMaterial>;

/** Name of a material of flesh. */
export type FleshMaterialName = keyof typeof fleshMaterials;

/** Names of all materials of flesh. */
export const fleshMaterialNames = Object.keys(fleshMaterials) as FleshMaterialName[];

/** The material for which parts are prepared. The motion depends only on stiffness / density, which is a factor of ω². */
export const preparedMaterial = { stiffness: 1e4, density: 1000 } as const;
