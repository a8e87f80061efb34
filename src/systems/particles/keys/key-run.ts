import type { Morph } from '../confine/morph.ts';
import type { DensityRun } from '../density/density-run.ts';
import type { BoundedPlan } from '../laws/bounded-plan.ts';
import type { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw, type StepLaw } from '../laws/step-law.ts';
import type { PathChoice } from '../plausibility/choose-paths.ts';
import type { PreparedKey } from './prepared-key.ts';

/** Results of trying several paths, over all times at which they were rated. */
interface PathResults extends PathChoice {
  /** Number of times at which paths were rated. */
  readonly judgings: number;
}

/** Results of a key: part of the state, and of the report. */
export interface KeyResults {
  /** Number of particles that were at their goal in time. */
  arrived: number;
  /** Number of particles that were at their goal later, and the maximum delay, s. */
  late: number;
  maxDelay: number;
  /** Number of particles that arrived by a jump: see `jumpRatio`. */
  jumped: number;
  /** Number of arrived particles for each shape, if only counts matter. */
  arrivedIn: number[];
  /** Maximum distance of a particle from its goal, m; and from its target velocity, m/s, if there is one. */
  maxPositionError: number;
  maxSpeedError: number;
  /** Maximum straight-line distance from start to goal, m. */
  maxPathLength: number;
  /** Maximum required acceleration, m/s²; and the integral of its square over time, for the mean. */
  peakAcceleration: number;
  effort: number;
  /** Total time over which the effort was integrated, s, over all sampled particles. */
  effortSeconds: number;
  /** Maximum acceleration that it would require without forces, when it took effect, m/s². */
  aloneAcceleration: number;
  /** Number of particles that would need more than the force limit, when it took effect. */
  overLimit: number;
  /** Results of trying several paths; null if only one was tried. */
  paths: PathResults | null;
  /** Number of particles that were moved back into the intermediate shape. */
  confined: number;
}

/** A key during a run: which particle has which goal, once it has taken effect. */
export class KeyRun {
  phase: 'waiting' | 'leading' | 'done' = 'waiting';
  /** [n] its particles, ascending; empty until they are known. */
  members: Uint32Array;
  /** [n] goal of each member, and the cohort with which it arrives. */
  goals: Uint32Array = new Uint32Array(0);
  cohorts: Uint16Array = new Uint16Array(0);
  /** [n] number of the path of each member; empty if all have path 0. */
  paths: Uint32Array = new Uint32Array(0);
  /** By cohort. Derived from the key: not saved. */
  laws: readonly KeyLaw[] = [];
  turnLaws: readonly KeyLaw[] = [];
  /** By cohort: values of its law for the current step. Scratch. */
  readonly stepLaws: readonly StepLaw[];
  /** Plans for particles that arrive late; null if there are none. Derived: not saved. */
  plan: BoundedPlan | null = null;
  /** Controls groups, if only counts matter. */
  density: DensityRun | null = null;
  /** [3n] m: goals in the order of members, if targets in the store may differ from them (groups, late particles); else empty. */
  goalPositions: Float64Array = new Float64Array(0);
  /** The intermediate shape that no particle leaves, and [3n] m, positions of the members when the key took effect. */
  morph: Morph | null = null;
  from: Float64Array = new Float64Array(0);
  /** [n] index among all shapes of the one from which each member came. */
  fromOf: Uint16Array = new Uint16Array(0);
  /** By cohort: progress of the intermediate shape after each number of steps. */
  progress: readonly Float64Array[] = [];
  /** Assignment found in a look-ahead. Scratch. */
  foreseen: {
    readonly from: Float64Array;
    readonly to: Float64Array;
    readonly goals: Uint32Array;
  } | null = null;
  readonly results: KeyResults = {
    arrived: 0,
    late: 0,
    maxDelay: 0,
    jumped: 0,
    arrivedIn: [],
    maxPositionError: 0,
    maxSpeedError: 0,
    maxPathLength: 0,
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
    if (key.goals && key.params.kind === 'density') this.results.arrivedIn = key.goals.blocks.map(() => 0);
    this.stepLaws = Array.from(key.arrivals, createStepLaw);
  }

  /** Returns the current goal of member k. In groups it may change later. */
  goalOf(k: number): number {
    return this.goals[this.density ? this.density.goals[k] : k];
  }

  /** Frees the data that a key does not need after it has released all particles. */
  finish(): void {
    this.phase = 'done';
    if (!this.key.members) this.members = new Uint32Array(0);
    this.goals = new Uint32Array(0);
    this.cohorts = new Uint16Array(0);
    this.paths = new Uint32Array(0);
    this.goalPositions = new Float64Array(0);
    this.from = new Float64Array(0);
    this.fromOf = new Uint16Array(0);
    this.laws = [];
    this.turnLaws = [];
    this.progress = [];
    this.density = null;
    this.plan = null;
    this.morph = null;
  }
}
