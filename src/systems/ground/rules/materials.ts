/** What a ground is made of: the five parameters of Sumner 1999, table 1, and how deep a foot goes by default. */
export interface Material {
  /** θ_in, rad: the steepest slope beside a column that is in contact or was pressed. 1.57 means never too steep. */
  readonly insideSlope: number;
  /** θ_out, rad: the steepest slope elsewhere. */
  readonly outsideSlope: number;
  /** σ: the share of the mean difference in height that moves in one erosion pass. */
  readonly roughness: number;
  /** θ_stop, rad: a step goes on eroding until no slope that is too steep is steeper than this. */
  readonly liquidity: number;
  /** α: the share of what is pressed away that is pushed aside; the rest is compacted. */
  readonly displacedFraction: number;
  /** How far a foot sinks in by default, as a share of the figure's height (our own choice, not the paper's). */
  readonly softDepth: number;
}

/** Names of the materials of the ground. */
export const materialNames = ['sand', 'mud', 'snow'] as const;
/** Name of a material of the ground. */
export type MaterialName = (typeof materialNames)[number];

/** The parameters of each material. Slopes are angles in radians. */
export const materials: { readonly [Name in MaterialName]: Material } = {
  sand: {
    insideSlope: 0.8,
    outsideSlope: 0.436,
    roughness: 0.2,
    liquidity: 0.8,
    displacedFraction: 0.3,
    softDepth: 0.015,
  },
  mud: {
    insideSlope: 1.57,
    outsideSlope: 1.1,
    roughness: 0.2,
    liquidity: 1.1,
    displacedFraction: 0.41,
    softDepth: 0.018,
  },
  snow: {
    insideSlope: 1.57,
    outsideSlope: 1.57,
    roughness: 0.2,
    liquidity: 1.57,
    displacedFraction: 0,
    softDepth: 0.035,
  },
};
