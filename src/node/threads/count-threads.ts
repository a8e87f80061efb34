import { availableParallelism } from 'node:os';
import { InputError } from '../../input-error.ts';

/** Maximum number of threads. */
export const maxThreads = 256;

/**
 * Returns the number of threads to use: `given`, otherwise the value of the variable `AFTERMOTION_THREADS`, otherwise the number of cores that
 * this process may use. Throws an InputError if a value is not a whole number from 1 to 256.
 */
export function countThreads(
  given: number | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const { AFTERMOTION_THREADS: text } = environment;
  if (given !== undefined) return requireThreads(given, 'threads', String(given));
  if (text) return requireThreads(Number(text), 'AFTERMOTION_THREADS', text);
  return Math.min(maxThreads, availableParallelism());
}

function requireThreads(value: number, path: string, text: string): number {
  if (Number.isInteger(value) && value >= 1 && value <= maxThreads) return value;
  throw InputError.at(path, `expected a whole number from 1 to ${maxThreads}, got ${text}`);
}
