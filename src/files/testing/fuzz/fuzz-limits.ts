/** Limits for reading any input, whether it is read or refused. */
export const fuzzLimits = {
  /** Processor time, because other processes may use the processor too. */
  seconds: 2,
  /** In addition to the previous memory of the process. */
  bytes: 512 * 2 ** 20,
} as const;
