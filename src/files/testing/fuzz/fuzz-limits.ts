/** Limits for reading any input, whether it is read or refused. */
export const fuzzLimits = {
  /** Processor time, not wall time, because other processes may use the processor too. */
  seconds: 2,
  /** Maximum growth of the memory of the process. */
  bytes: 512 * 2 ** 20,
} as const;
