/** A material of the ground: the five parameters of Sumner 1999, table 1, and the default depth of footprints. */
export interface Material {
  /** θ_in, rad: the maximum stable slope beside a column that is in contact or was pressed. 1.57: every slope is stable. */
  readonly insideSlope: number;
  /** θ_out, rad: the maximum stable slope elsewhere. */
  readonly outsideSlope: number;
  /** σ: the fraction of the mean difference in height that moves in one erosion pass. */
  readonly roughness: number;
  /** θ_stop, rad: a step continues to erode until no pair that moves is steeper than this. */
  readonly liquidity: number;
  /** α: the fraction of the pressed material that is pushed aside. The rest is compacted. */
  readonly displacedFraction: number;
  /** Default depth of footprints as a fraction of the character's height. Our own choice, not that of the paper. */
  readonly sinkage: number;
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
    sinkage: 0.015,
  },
  mud: {
    insideSlope: 1.57,
    outsideSlope: 1.1,
    roughness: 0.2,
    liquidity: 1.1,
    displacedFraction: 0.41,
    sinkage: 0.018,
  },
  snow: {
    insideSlope: 1.57,
    outsideSlope: 1.57,
    roughness: 0.2,
    liquidity: 1.57,
    displacedFraction: 0,
    sinkage: 0.035,
  },
};
