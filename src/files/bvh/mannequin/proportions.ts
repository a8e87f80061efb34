/** Of a figure, as shares of its height from sole to crown. */
export const proportions = {
  /** Half the thickness of a limb that reaches so far beyond: `limbLeast` + `limbGrowth` · reach. */
  limbLeast: 0.014,
  limbGrowth: 0.072,
  limbMost: 0.052,
  fingerLeast: 0.006,
  /** Arms against legs. */
  arm: 0.85,
  /** The same of the trunk, from front to back, and how much wider it is from side to side. */
  trunk: 0.058,
  trunkFlatness: 1.5,
  neck: 0.03,
  headRadius: 0.048,
  headLength: 0.13,
  /** A foot without toes. */
  foot: 0.1,
  heel: 0.045,
  halfWidths: { heel: 0.02, ball: 0.029, tip: 0.024 },
  /** Ankles and balls of feet above the ground, at least and at most. */
  ankleDepth: [0.025, 0.11],
  ballDepth: [0.008, 0.055],
} as const;
