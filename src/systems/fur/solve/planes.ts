/** Planes of a store in the order of its record; those of three axes begin at these. `kernels/fur/store.ts` knows the same. */
export const planes = {
  /** Tip minus root, m. */
  offset: 0,
  /** Of the tip, m/s, in the world. */
  velocity: 3,
  /** Where the strand stands at rest, unit. */
  normal: 6,
  /** Of the root, m/s. */
  rootVelocity: 9,
  /** Of the skin where the tip is at rest, m/s: what damping refers to. */
  skinVelocity: 12,
  /** Force on the tip from outside, N. */
  push: 15,
  /** At rest, m. */
  length: 18,
  /** Of the tip, kg. */
  mass: 19,
  root: 20,
  rootStart: 23,
  rootEnd: 26,
  normalStart: 29,
  normalEnd: 32,
  /** Sum of what springs between tips do, N. */
  force: 35,
  /** Two strands each, uint32. */
  edgeEnds: 38,
  /** At rest, m. */
  edgeLengths: 39,
} as const;

export const strandPlaneCount = 38;
export const recordWords = 40;
