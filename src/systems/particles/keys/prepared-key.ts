import type { KeyParams } from '../params.ts';
import type { Goals } from './goals.ts';

/** Row of held particles in the cohort table; row 0 is that of the free ones. */
export const heldRow = 1;

/** A key with all data that is known before the run. */
export interface PreparedKey {
  /** Effective parameters: the literal mode replaces some. */
  readonly params: KeyParams;
  /** Index in the list of keys, and name in reports. */
  readonly index: number;
  readonly name: string;
  /** When it takes effect, when all have arrived, and when it releases them: times on the clock, ticks. */
  readonly start: number;
  readonly end: number;
  readonly release: number;
  /** [S + 1] boundaries of its steps, ticks, from start to end. */
  readonly boundaries: Float64Array;
  /** [C] arrival times of its cohorts, ticks, ascending; the last is the end. Each is one of the boundaries. */
  readonly arrivals: Float64Array;
  /** Row of the first cohort in the cohort table. */
  readonly row: number;
  readonly memberCount: number;
  /** Particles of the key, ascending; null if the key takes the particles that are nearest when it takes effect. */
  readonly members: Uint32Array | null;
  /** Candidates among which the nearest are chosen, ascending; null if `members` is known. */
  readonly candidates: Uint32Array | null;
  /** Null if only the state changes. */
  readonly goals: Goals | null;
}
