import { InvalidArgumentError } from 'commander';
import { maxThreads } from '../node/threads/count-threads.ts';

/** The help of the flag `--threads`. */
export const threadsHelp = 'use at most this many threads (default: all cores)';

/** Reads a number of threads. Throws commander's InvalidArgumentError if it is not a whole number from 1 to `maxThreads`. */
export function parseThreads(text: string): number {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  if (count >= 1 && count <= maxThreads) return count;
  throw new InvalidArgumentError(`expected a whole number from 1 to ${maxThreads}, got "${text}".`);
}
