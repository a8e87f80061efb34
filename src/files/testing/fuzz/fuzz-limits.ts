/** What any input may cost a reader, read or refused. */
export const fuzzLimits = {
  /** Of the processor, as others may use it too. */
  seconds: 2,
  /** Beyond what the process had before. */
  bytes: 512 * 2 ** 20,
} as const;
