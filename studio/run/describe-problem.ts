import { InputError } from '../../src/index.ts';
import type { Problem } from './protocol.ts';

/** Converts an error to a problem that the page can show: faults of the input with their messages, or a defect. */
export function describeProblem(error: unknown): Problem {
  if (error instanceof InputError) return { faults: error.faults, isDefect: false };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { faults: [{ path: '', message }], isDefect: true };
}
