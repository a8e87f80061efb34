import type { KeyLaw } from '../laws/key-law.ts';
import type { PreparedKey } from './prepared-key.ts';

/** What a key has come to: part of the state, and of the report. */
export interface KeyFigures {
  /** Particles that were where they had to be, when they had to be. */
  arrived: number;
  /** m: how far the worst one was from its place; and m/s from its velocity, where one was asked for. */
  largestMiss: number;
  largestSpeedMiss: number;
  /** m: the longest way, as the crow flies. */
  longestWay: number;
  /** m/s²: the largest acceleration that it asked for; and the sum of all, squared, times time, for the mean. */
  peakAcceleration: number;
  effort: number;
  /** Seconds that the effort was summed over, of all that were looked at. */
  effortSeconds: number;
  /** Those who would need more than the force limit, as it stood when it took hold. */
  overLimit: number;
  /** Put back into the shape in between. */
  confined: number;
}

/** A key in a run: who goes where once it has taken hold. */
export class KeyRun {
  phase: 'waiting' | 'leading' | 'done' = 'waiting';
  /** [n] its particles, rising; empty until they are known. */
  members: Uint32Array;
  /** [n] the goal of each, and the cohort it arrives with. */
  goals: Uint32Array = new Uint32Array(0);
  cohorts: Uint16Array = new Uint16Array(0);
  /** By cohort. Follows from the key: not saved. */
  laws: readonly KeyLaw[] = [];
  turnLaws: readonly KeyLaw[] = [];
  readonly figures: KeyFigures = {
    arrived: 0,
    largestMiss: 0,
    largestSpeedMiss: 0,
    longestWay: 0,
    peakAcceleration: 0,
    effort: 0,
    effortSeconds: 0,
    overLimit: 0,
    confined: 0,
  };

  constructor(readonly key: PreparedKey) {
    this.members = key.members ?? new Uint32Array(0);
  }
}
