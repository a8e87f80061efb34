import { KernelAllocator } from '../kernel-memory.ts';
import { sourceName } from './check-names.ts';
import { CohortTable } from './cohort-table.ts';
import { ForceField, type ForceFunction } from './forces/force-field.ts';
import type { ParticlesKernel } from './kernel.ts';
import { KeyRun } from './keys/key-run.ts';
import { createParticlesKernel } from './load-kernel.ts';
import { Obstacles } from './obstacles/obstacles.ts';
import { PointsView } from './outputs.ts';
import type { ParticlesParams } from './params.ts';
import { parkUnborn } from './park.ts';
import type { KeyMeasureOptions } from './plausibility/key-measures.ts';
import type { PathMeasure } from './plausibility/path-measure.ts';
import type { ParticlesPrepared } from './prepare.ts';
import { ParticleStore } from './store.ts';

/** What has happened so far beside the keys: part of the state, and of the report. */
export interface ParticlesTotals {
  steps: number;
  /** Touches of obstacles. */
  touches: number;
}

export interface ParticlesOptions {
  readonly kernel?: ParticlesKernel;
  /** Forces of the caller's own, beside those of the parameters. */
  readonly forces?: readonly ForceFunction[];
  /** See `KeyLawOptions`: of all keys. */
  readonly scaling?: (shareLeft: number) => number;
  readonly leadWeight?: (shareLeft: number) => number;
  /** Told of each key that takes hold at a place on the clock, with [3n] m where its members are and are to be. */
  readonly onBegin?: (run: KeyRun, place: number, from: Float64Array, to: Float64Array) => void;
  /** Measures of plausibility in place of a key's own, or beside them; `key` is what those are made from. */
  readonly measures?: (own: readonly PathMeasure[], key: KeyMeasureOptions) => readonly PathMeasure[];
}

/**
 * All particles, those to come and those that were included: places by identity. What is saved is what differs from birth;
 * a particle that is not there has the cohort −1.
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
  /** [4 · count] and [3 · count] rad/s; null where nothing ever turns. */
  readonly orientations: Float64Array | null;
  readonly spins: Float64Array | null;
  readonly attributes: ReadonlyMap<string, Float32Array>;
  /** [count] place among the shapes of the one that each came from last; null where nobody asks. */
  readonly lastShape: Uint16Array | null;
  readonly output: PointsView;

  /** Everything up to this tick is done. */
  tick = 0;
  /** Particles below this one were born; those below `firstAlive` are gone. */
  bornCount = 0;
  firstAlive = 0;
  deadCount = 0;
  /** While it is looked ahead: what happens is taken back. Scratch. */
  isPreview = false;

  constructor(
    readonly params: ParticlesParams,
    readonly prepared: ParticlesPrepared,
    readonly options: ParticlesOptions = {},
  ) {
    const { births, keys, seed, rowCount } = prepared;
    const { count } = births;
    const kernel = options.kernel ?? createParticlesKernel();
    const targetVelocity = keys.some((key) => key.goals && key.params.law === 'velocity');
    const allocator = new KernelAllocator(kernel.memory);
    this.field = new ForceField(kernel, allocator, params.forces, {
      sourceNames: params.sources.map(sourceName),
      seed,
      functions: options.forces,
    });
    const forces = this.field.isLocal;
    this.store = new ParticleStore(kernel, count, { targetVelocity, forces, allocator });
    this.table = new CohortTable(this.store, rowCount);
    this.obstacles = new Obstacles({ bounce: params.bounce, friction: params.friction });
    this.runs = keys.map((key) => new KeyRun(key));
    this.store.source.set(births.sources);
    this.store.birthTime.set(births.times);
    this.colors = new Float32Array(4 * count);
    const turns = births.spins !== null || keys.some((key) => key.params.orientation);
    this.orientations = turns ? new Float64Array(4 * count) : null;
    this.spins = turns ? new Float64Array(3 * count) : null;
    this.attributes = new Map(params.attributes.map(({ name }) => [name, new Float32Array(count)]));
    this.lastShape = keys.some((key) => key.params.confine === 'morph') ? new Uint16Array(count) : null;
    parkUnborn(this, 0);
    this.output = new PointsView(this);
  }
}
