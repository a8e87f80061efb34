import type { Morph } from '../confine/morph.ts';
import type { DensityRun } from '../density/density-run.ts';
import type { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw, type StepLaw } from '../laws/step-law.ts';
import type { PathChoice } from '../plausibility/choose-paths.ts';
import type { PreparedKey } from './prepared-key.ts';

/** What a key has come to: part of the state, and of the report. */
export interface KeyFigures {
  /** Particles that were where they had to be, when they had to be. */
  arrived: number;
  /** The same by shape, where only counts matter. */
  arrivedIn: number[];
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
  /** m/s²: the largest that it would ask for without forces, as it took hold. */
  aloneAcceleration: number;
  /** Those who would need more than the force limit, as it stood when it took hold. */
  overLimit: number;
  /** What trying several ways came to; null where none were. */
  paths: PathChoice | null;
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
  /** By cohort: what its law says for the step under way. Scratch. */
  readonly stepLaws: readonly StepLaw[];
  /** Leads groups, where only counts matter; and the places that it shares out, [3n] m, in the order of members. */
  density: DensityRun | null = null;
  goalPlaces: Float64Array = new Float64Array(0);
  /** The shape in between that nobody leaves, and [3n] m where members were when the key took hold. */
  morph: Morph | null = null;
  from: Float64Array = new Float64Array(0);
  /** [n] place among all shapes of the one that each came from. */
  fromOf: Uint16Array = new Uint16Array(0);
  /** By cohort: how far the shape in between is after so many steps. */
  progress: readonly Float64Array[] = [];
  /** Who goes where, as found out in looking ahead. Scratch. */
  foreseen: {
    readonly from: Float64Array;
    readonly to: Float64Array;
    readonly goals: Uint32Array;
  } | null = null;
  readonly figures: KeyFigures = {
    arrived: 0,
    arrivedIn: [],
    largestMiss: 0,
    largestSpeedMiss: 0,
    longestWay: 0,
    peakAcceleration: 0,
    effort: 0,
    effortSeconds: 0,
    aloneAcceleration: 0,
    overLimit: 0,
    paths: null,
    confined: 0,
  };

  constructor(readonly key: PreparedKey) {
    this.members = key.members ?? new Uint32Array(0);
    if (key.goals && key.params.kind === 'density') this.figures.arrivedIn = key.goals.blocks.map(() => 0);
    this.stepLaws = Array.from(key.arrivals, createStepLaw);
  }

  /** The goal that member k heads for now: in groups that may change. */
  goalOf(k: number): number {
    return this.goals[this.density ? this.density.goals[k] : k];
  }

  /** A key that has let go of all needs nothing of this any more. */
  finish(): void {
    this.phase = 'done';
    if (!this.key.members) this.members = new Uint32Array(0);
    this.goals = new Uint32Array(0);
    this.cohorts = new Uint16Array(0);
    this.goalPlaces = new Float64Array(0);
    this.from = new Float64Array(0);
    this.fromOf = new Uint16Array(0);
    this.laws = [];
    this.turnLaws = [];
    this.progress = [];
    this.density = null;
    this.morph = null;
  }
}
