import { InvalidArgumentError } from 'commander';

/** The help of the flag `--threads`. */
export const threadsHelp = 'use at most this many threads (default: all cores)';

/** Reads a number of threads. Throws commander's InvalidArgumentError for anything but a whole number from 1 to 256. */
export function parseThreads(text: string): number {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  if (count >= 1 && count <= 256) return count;
  throw new InvalidArgumentError(`expected a whole number from 1 to 256, got "${text}".`);
}
