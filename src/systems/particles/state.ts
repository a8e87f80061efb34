import { KernelAllocator } from '../kernel-memory.ts';
import { maxOverTime, type TimedParams } from '../timed-params.ts';
import { BurstRun } from './bursts/burst-run.ts';
import { listSourceNames } from './check-names.ts';
import { CohortTable } from './cohort-table.ts';
import { ForceField, type ForceFunction } from './forces/force-field.ts';
import type { ParticlesKernel } from './kernel.ts';
import { KeyRun } from './keys/key-run.ts';
import { AirFlow } from './leaves/air-flow.ts';
import { GroundRest } from './leaves/ground-rest.ts';
import { createParticlesKernel } from './load-kernel.ts';
import { Obstacles } from './obstacles/obstacles.ts';
import { PointsView } from './outputs.ts';
import type { ParticlesParams } from './params.ts';
import { parkUnborn } from './park.ts';
import type { KeyMeasureOptions } from './plausibility/key-measures.ts';
import type { PathMeasure } from './plausibility/path-measure.ts';
import type { ParticlesPrepared } from './prepare.ts';
import { ParticleStore } from './store.ts';

/** Totals so far, except those of keys: part of the state, and of the report. */
export interface ParticlesTotals {
  steps: number;
  /** Number of contacts with obstacles. */
  touches: number;
}

export interface ParticlesOptions {
  readonly kernel?: ParticlesKernel;
  /** The caller's own forces, in addition to those of the parameters. */
  readonly forces?: readonly ForceFunction[];
  /** Options of the laws of all keys: see `KeyLawOptions`. */
  readonly scaling?: (fractionLeft: number) => number;
  readonly leadWeight?: (shareLeft: number) => number;
  /** Called for each key that takes effect at a time on the clock, with [3n] m: positions and goals of its members. */
  readonly onBegin?: (run: KeyRun, clockTime: number, from: Float64Array, to: Float64Array) => void;
  /** Custom measures of plausibility; `key` contains the data for them. */
  readonly measures?: (own: readonly PathMeasure[], key: KeyMeasureOptions) => readonly PathMeasure[];
}

/**
 * All particles, including future and past ones, indexed by identity. Only differences from their birth are saved. A particle
 * that does not exist has the cohort −1.
 */
export class ParticlesState {
  readonly store: ParticleStore;
  readonly table: CohortTable;
  readonly field: ForceField;
  readonly obstacles: Obstacles;
  readonly runs: readonly KeyRun[];
  readonly totals: ParticlesTotals = { steps: 0, touches: 0 };
  /** [4 · count] linear light and opacity. */
  readonly colors: Float32Array;
  /** [4 · count] and [3 · count] rad/s; null if nothing ever rotates. */
  readonly orientations: Float64Array | null;
  readonly spins: Float64Array | null;
  /** [count] variance that free particles have gained by diffusion, m²; null if they do not diffuse. */
  readonly spread: Float64Array | null;
  readonly attributes: ReadonlyMap<string, Float32Array>;
  /** [count] index of the shape from which each particle came last; null if it is not needed. */
  readonly lastShape: Uint16Array | null;
  /** Which particles lie on ground; null if they do not settle. */
  readonly rest: GroundRest | null;
  /** The air around leaves, and around particles that settle. Scratch. */
  readonly air: AirFlow | null;
  /** [count] m: distance that the middle of each leaf keeps from surfaces. Scratch; null for balls. */
  readonly radii: Float64Array | null;
  readonly bursts: readonly BurstRun[];
  readonly isLeaf: boolean;
  readonly output: PointsView;

  /** The current tick: all steps up to it are done. */
  tick = 0;
  /** Particles below this index were born; those below `firstAlive` are dead. */
  bornCount = 0;
  firstAlive = 0;
  deadCount = 0;
  /** True during a look-ahead, whose effects are undone. Scratch. */
  isPreview = false;

  constructor(
    /** The parameters in the current step. */
    public params: ParticlesParams,
    readonly prepared: ParticlesPrepared,
    readonly options: ParticlesOptions = {},
    /** The parameters over time, if any has keys. */
    readonly timed: TimedParams<ParticlesParams> | null = null,
  ) {
    const { births, keys, seed, rowCount } = prepared;
    const { count } = births;
    const kernel = options.kernel ?? createParticlesKernel();
    const targetVelocity = keys.some((key) => key.goals && key.params.law === 'velocity');
    const allocator = new KernelAllocator(kernel.memory);
    this.field = new ForceField(kernel, allocator, params.forces, {
      sourceNames: listSourceNames(params),
      seed,
      functions: options.forces,
      timed,
    });
    this.isLeaf = params.flight === 'leaf';
    const forces = this.field.isLocal || this.isLeaf || params.settle;
    this.store = new ParticleStore(kernel, count, { targetVelocity, forces, allocator });
    this.table = new CohortTable(this.store, rowCount);
    this.obstacles = new Obstacles({ restitution: params.restitution, friction: params.friction });
    this.runs = keys.map((key) => new KeyRun(key));
    this.store.source.set(births.sources);
    this.store.birthTime.set(births.times);
    this.colors = new Float32Array(4 * count);
    const turns = this.isLeaf || births.spins !== null || keys.some((key) => key.params.orientation);
    this.orientations = turns ? new Float64Array(4 * count) : null;
    this.spins = turns ? new Float64Array(3 * count) : null;
    this.spread =
      maxOverTime(timed, params, ({ diffusion }) => diffusion) > 0 ? new Float64Array(count) : null;
    this.attributes = new Map(params.attributes.map(({ name }) => [name, new Float32Array(count)]));
    this.lastShape = keys.some((key) => key.params.confinement === 'morph') ? new Uint16Array(count) : null;
    this.rest = params.settle ? new GroundRest(count) : null;
    this.air = this.isLeaf || params.settle ? new AirFlow(count) : null;
    this.radii = this.isLeaf ? new Float64Array(count) : null;
    this.bursts = params.bursts.map((burst, k) => new BurstRun(burst, prepared.births.pools[k]));
    parkUnborn(this, 0);
    this.output = new PointsView(this);
  }

  /** Returns the drag in a step that begins at t, seconds, which may lie ahead. 1/s. */
  dragAt(t: number): number {
    return (this.timed?.at(t) ?? this.params).drag;
  }

  /** Sets parameters with keys to their values at t, seconds. */
  setTime(t: number): void {
    if (!this.timed) return;
    this.params = this.timed.at(t);
    this.obstacles.bounciness = this.params;
  }
}
