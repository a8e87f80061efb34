import type { KeyParams } from '../params.ts';
import type { Goals } from './goals.ts';

/** Row of those that have arrived and stay in the cohort table; row 0 is that of the free. */
export const heldRow = 1;

/** A key with all that is known of it before the run. */
export interface PreparedKey {
  /** As they hold: the literal mode has put its own in their place. */
  readonly params: KeyParams;
  /** Place in the list of keys, and what reports call it. */
  readonly index: number;
  readonly name: string;
  /** When it takes hold, is met by all and lets go: places on the clock, ticks. */
  readonly start: number;
  readonly end: number;
  readonly release: number;
  /** [S + 1] where its steps begin and end, ticks, from start to end. */
  readonly boundaries: Float64Array;
  /** [C] where its cohorts arrive, ticks, rising; the last is the end. Each is one of the boundaries. */
  readonly arrivals: Float64Array;
  /** Row of the first cohort in the cohort table. */
  readonly row: number;
  readonly memberCount: number;
  /** Its particles, rising; null where they are those nearest when it takes hold. */
  readonly members: Uint32Array | null;
  /** Those among whom the nearest are chosen, rising; null where `members` says who. */
  readonly candidates: Uint32Array | null;
  /** Null where only the state changes. */
  readonly goals: Goals | null;
}
