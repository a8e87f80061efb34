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
 * Soft tissue spans three orders of magnitude, and measured values differ as much between methods: these are round numbers
 * in the range that indentation of living tissue gives, with damping chosen so that a part swings as often as it does in
 * slow-motion pictures: fat three times, muscle twice, jelly a dozen times.
 */
export const fleshMaterials = {
  fat: { stiffness: 6e3, poisson: 0.45, density: 930, damping: 0.12 },
  belly: { stiffness: 1e4, poisson: 0.45, density: 970, damping: 0.15 },
  muscle: { stiffness: 2e4, poisson: 0.45, density: 1060, damping: 0.18 },
  jelly: { stiffness: 3e3, poisson: 0.45, density: 1000, damping: 0.03 },
  tail: { stiffness: 4e4, poisson: 0.4, density: 900, damping: 0.08 },
  ear: { stiffness: 1e5, poisson: 0.35, density: 1000, damping: 0.08 },
  rubber: { stiffness: 3e5, poisson: 0.45, density: 1100, damping: 0.04 },
} as const satisfies Record<string, FleshMaterial>;

export type FleshMaterialName = keyof typeof fleshMaterials;

export const fleshMaterialNames = Object.keys(fleshMaterials) as FleshMaterialName[];

/** What parts are prepared with: only stiffness over density matters for the motion, and it scales ω² alone. */
export const preparedMaterial = { stiffness: 1e4, density: 1000 } as const;
