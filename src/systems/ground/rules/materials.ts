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

/** Slopes that stand where a material is compacted or wet, rad: ours, judged by eye. */
export const beyondMaterials: {
  readonly [Name in MaterialName]: { readonly compactedSlope: number; readonly wetSlope: number };
} = {
  sand: { compactedSlope: 0.9, wetSlope: 1.1 },
  mud: { compactedSlope: 1.3, wetSlope: 0.5 },
  snow: { compactedSlope: 1.57, wetSlope: 1.57 },
};

/** How a material sprays by default. Both papers leave the numbers to the animator: these are ours, judged by eye. */
interface SprayMaterial {
  readonly adhesion: number;
  readonly sprayTime: number;
  readonly sprayParticleSize: number;
  readonly spraySpeed: number;
  readonly sprayPower: number;
  readonly sprayJitter: number;
  readonly sprayDrag: number;
}

export const sprayMaterials: { readonly [Name in MaterialName]: SprayMaterial } = {
  sand: {
    adhesion: 0.003,
    sprayTime: 0.1,
    sprayParticleSize: 0.003,
    spraySpeed: 3,
    sprayPower: 2,
    sprayJitter: 0.15,
    sprayDrag: 0,
  },
  mud: {
    adhesion: 0.003,
    sprayTime: 0.25,
    sprayParticleSize: 0.01,
    spraySpeed: 6,
    sprayPower: 3,
    sprayJitter: 0.1,
    sprayDrag: 0,
  },
  snow: {
    adhesion: 0.004,
    sprayTime: 0.15,
    sprayParticleSize: 0.006,
    spraySpeed: 4,
    sprayPower: 1.5,
    sprayJitter: 0.2,
    sprayDrag: 2.5,
  },
};
