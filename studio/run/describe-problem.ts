import { InputError } from '../../src/index.ts';
import type { Problem } from './protocol.ts';

/** Any error as something that the page can show: faults of the input in their own words, or a defect. */
export function describeProblem(error: unknown): Problem {
  if (error instanceof InputError) return { faults: error.faults, isDefect: false };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { faults: [{ path: '', message }], isDefect: true };
}
