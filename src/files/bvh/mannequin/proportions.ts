/** Proportions of a character, as fractions of its height from the soles to the top of the head. */
export type Proportions = {
  readonly [Name in keyof typeof proportions]: (typeof proportions)[Name] extends number
    ? number
    : (typeof proportions)[Name];
};

/** Proportions of the medium build. */
export const proportions = {
  /** Half the thickness of a limb whose chain of bones has the length `reach`: `limbMin` + `limbGrowth` · reach. */
  limbMin: 0.014,
  limbGrowth: 0.072,
  limbMax: 0.052,
  minFinger: 0.006,
  /** Ratio of the thickness of arms to that of legs. */
  arm: 0.85,
  /** Thickness of the trunk from front to back, and the ratio of its width to its depth. */
  trunk: 0.058,
  trunkFlatness: 1.5,
  /** Thickness of the trunk at the belly, relative to that at the chest. */
  belly: 1,
  neck: 0.03,
  headRadius: 0.048,
  headLength: 0.13,
  /** Size of a foot without toes. */
  foot: 0.1,
  heel: 0.045,
  halfWidths: { heel: 0.02, ball: 0.029, tip: 0.024 },
  /** Minimum and maximum height of ankles and balls of feet above the ground. */
  ankleDepth: [0.025, 0.11],
  ballDepth: [0.008, 0.055],
} as const;
