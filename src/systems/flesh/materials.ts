/** What flesh is made of. */
export interface FleshMaterial {
  /** Young's modulus, Pa. */
  readonly stiffness: number;
  /** Poisson's ratio: 0.5 keeps its volume. */
  readonly poisson: number;
  /** kg/m³. */
  readonly density: number;
  /** Damping ratio of the slowest mode. */
  readonly damping: number;
}

/**
 * Presets, in round numbers. Stiffness is that of small swings at some hertz, in which living tissue is several times as
 * stiff as under a slow finger, and skin and what lies beneath hold it too: chosen so that a grown figure's thigh and
 * belly swing at 3 to 5 Hz, as in slow-motion pictures of runners. Damping is chosen so that fat swings three times, muscle
 * twice, jelly a dozen times.
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

/** What parts are prepared with: only stiffness over density matters for the motion, and it scales ω² alone. */
export const preparedMaterial = { stiffness: 1e4, density: 1000 } as const;
