/**
 * Reference sums of squared distances for the cases of cases.ts, in their order. They are stored because they take minutes.
 * `npx tsx src/systems/particles/match/testing/make-reference.ts COUNT [exact]` computes them again.
 */
export const referenceSums = {
  /** Exact optimum: `6000 exact`, 464 s and 58 s on a busy machine. */
  6000: [8786.641151681188, 53.47741744123481],
  /** 64 merged trees: `100000`, 96 s and 175 s on a busy machine. */
  100000: [150972.45481022383, 197.3056144507441],
  /** 64 merged trees: `1000000`, 15 minutes on a busy machine. */
  1000000: [1510365.019218405, 413.9515127295221],
} as const;
