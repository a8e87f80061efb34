import { InputError } from '../../input-error.ts';
import type { Actor } from '../../motion/actor.ts';
import { createActorSkins } from '../../motion/actor-skins.ts';
import type { Collider } from '../../motion/collider.ts';
import type { SkinSet, SkinSurface } from '../../motion/skin-surface.ts';
import { checkKeys, listKeys } from '../check-values.ts';
import { refuseFiles } from '../no-readers.ts';
import type { HeightfieldOutput } from '../outputs/heightfield.ts';
import type { PointsOutput } from '../outputs/points.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { readTimedParams } from '../read-timed-params.ts';
import type { SurfaceRequest, SystemInputs } from '../system.ts';
import type { TimedParams } from '../timed-params.ts';
import { appearAndGo } from './appear.ts';
import { checkParticles } from './check-params.ts';
import { layOnGround } from './leaves/ground-rest.ts';
import { type ParticlesInput, type ParticlesParams, particlesParams } from './params.ts';
import { createShapes, type ParticlesPrepared, prepareWithShapes } from './prepare.ts';
import { showBetween } from './preview.ts';
import { reportParticles } from './report.ts';
import { hashParticles, loadParticles, saveParticles } from './save.ts';
import type { Shape } from './shape.ts';
import { type ParticlesOptions, ParticlesState } from './state.ts';
import { stepTick } from './step.ts';

/**
 * Options of `createParticles`: the parameters of a scene file, and the shapes, actors and readers they refer to. Times
 * in seconds.
 */
export interface CreateParticlesOptions extends ParticlesOptions {
  /** Parameters as in a scene; missing ones have their defaults. */
  readonly params: ParticlesInput;
  /** The caller's own shapes, which sources and keys may name. */
  readonly shapes?: readonly Shape[];
  /** Characters on whose skin shapes may be, by name. */
  readonly actors?: ReadonlyMap<string, Actor>;
  /** The obstacles. */
  readonly world?: ParticlesWorld;
  /** Readers for the files that shapes name. Absent: shapes cannot use files. */
  readonly readers?: Partial<PrepareContext>;
  /** Default 1. */
  readonly seed?: number;
  /** Start time and, for keys without an end, end time; seconds. Default 0 and 10. */
  readonly start?: number;
  readonly end?: number;
  /** Completed fraction of the preparation, 0..1; `signal` cancels it. */
  readonly progress?: (fraction: number, message: string) => void;
  readonly signal?: AbortSignal;
}

/** The moving objects of the caller's world. `advance` updates them to the motion from t0 to t1, seconds. */
export interface ParticlesWorld {
  readonly colliders?: readonly Collider[];
  readonly heightfields?: readonly HeightfieldOutput[];
  advance?(t0: number, t1: number): void;
}

/** Maximum memory of snapshots for going back, bytes. */
const snapshotBytes = 64 * 1024 * 1024;

/**
 * Creates particles for a program, without a scene:
 *
 *     const particles = await createParticles({
 *       params: {
 *         shapes: [{ shape: 'ball', name: 'ball' }, { shape: 'box', name: 'box', position: [2, 1, 0] }],
 *         sources: [{ from: 'ball', count: 2000 }],
 *         forces: [{ force: 'gravity' }],
 *         keys: [{ to: ['box'], start: 1, end: 3, hold: 1 }],
 *       },
 *     });
 *     // in every frame
 *     particles.advance(dt);
 *     // particles.points contains the current particles
 *
 * Throws an InputError for parameters that are invalid, out of the ranges of `particlesParams`, or contradict each other.
 */
export async function createParticles(options: CreateParticlesOptions): Promise<Particles> {
  const unknown = checkKeys(options, createParticlesKeys, '', particlesParams);
  if (unknown.length > 0) throw new InputError(unknown);
  const own = options.shapes ?? [];
  const ownNames = own.map(({ name }) => name);
  const check = (params: ParticlesParams) => checkParticles(params, ownNames);
  const { params, timed } = readTimedParams(
    { params: particlesParams, check },
    options.params,
    '',
    options.start ?? 0,
  );
  const context: PrepareContext = {
    ...refuseFiles('pass "readers", or shapes that are already created'),
    ...options.readers,
    path: '',
    name: 'particles',
    timed,
    actors: options.actors ?? new Map(),
    run: { seed: options.seed ?? 1, startTime: options.start ?? 0, endTime: options.end ?? 10 },
    progress: options.progress,
    signal: options.signal,
    results: new Map(),
  };
  const surfaces: SurfaceRequest[] = [];
  const shapes = await createShapes(params.shapes, context, surfaces);
  for (const shape of own) shapes.set(shape.name, shape);
  const prepared = await prepareWithShapes(params, shapes, surfaces, context);
  return new Particles(params, prepared!, options, timed);
}

const createParticlesKeys = listKeys<CreateParticlesOptions>({
  params: true,
  shapes: true,
  actors: true,
  world: true,
  readers: true,
  seed: true,
  start: true,
  end: true,
  progress: true,
  signal: true,
  kernel: true,
  forces: true,
  scaling: true,
  leadWeight: true,
  onBegin: true,
  measures: true,
});

/** What an implementation of the steps elsewhere needs, such as one on a graphics card. */
export interface ParticlesHost {
  readonly state: ParticlesState;
  readonly inputs: SystemInputs;
  /** Moves everything that moves by itself over a tick. */
  readonly pose: (tick: number) => void;
}

/** Particles that a program advances itself. Created by `createParticles`. */
export class Particles {
  /** The current particles. The object never changes. */
  readonly points: PointsOutput;
  private state: ParticlesState;
  private now: number;
  private readonly inputs: SystemInputs;
  private readonly skinSets: readonly SkinSet[];
  /** Snapshots by tick, ascending. */
  private readonly snapshots: { readonly tick: number; readonly bytes: Uint8Array }[] = [];

  constructor(
    readonly params: ParticlesParams,
    readonly prepared: ParticlesPrepared,
    private readonly options: CreateParticlesOptions,
    timed: TimedParams<ParticlesParams> | null = null,
  ) {
    this.now = prepared.startTime;
    const { surfaces, skinSets } = openSkins(prepared, options.actors ?? new Map());
    this.skinSets = skinSets;
    this.inputs = {
      colliders: options.world?.colliders ?? [],
      heightfields: options.world?.heightfields ?? [],
      drives: [],
      surfaces,
      startTime: this.now,
    };
    this.state = new ParticlesState(params, prepared, options, timed);
    this.state.tick = Math.floor(this.now * params.rate + 1e-9);
    appearAndGo(this.state, surfaces);
    layOnGround(this.state, this.inputs.heightfields);
    this.keepSnapshot();
    this.state.output.refresh(this.state);
    this.points = this.state.output;
  }

  /** Current time, seconds. */
  get time(): number {
    return this.now;
  }

  /** For steps elsewhere. After these, call `showSteps`. */
  get host(): ParticlesHost {
    const { state, inputs } = this;
    return { state, inputs, pose: (tick) => this.pose(tick) };
  }

  /** Takes over the time of the state, which was advanced elsewhere. isComplete: all its particles are in main memory, and are shown. */
  showSteps(isComplete: boolean): void {
    const { state, params } = this;
    this.now = state.tick / params.rate;
    if (!isComplete) return;
    const last = this.snapshots[this.snapshots.length - 1];
    if (state.tick - last.tick >= params.rate) this.keepSnapshot();
    state.output.refresh(state);
  }

  /** Loads the last snapshot at or before a time, seconds. Returns the number of ticks from there to it. */
  rewind(time: number): number {
    const tick = Math.floor(time * this.params.rate + 1e-9);
    const nearest = this.snapshots.filter((snapshot) => snapshot.tick <= tick).at(-1) ?? this.snapshots[0];
    loadParticles(this.state, nearest.bytes);
    this.now = this.state.tick / this.params.rate;
    return Math.max(0, tick - this.state.tick);
  }

  /** Advances by this many seconds. */
  advance(seconds: number): void {
    if (!(seconds > 0)) return;
    this.goTo(this.now + seconds);
  }

  /** Goes to any time: back to the last snapshot before it, then forward. Equal times give equal particles. */
  seek(time: number): void {
    const tick = Math.floor(time * this.params.rate + 1e-9);
    const nearest = this.snapshots.filter((snapshot) => snapshot.tick <= tick).at(-1);
    const isAhead = tick >= this.state.tick && !(nearest && nearest.tick > this.state.tick);
    if (!isAhead) loadParticles(this.state, (nearest ?? this.snapshots[0]).bytes);
    this.goTo(Math.max(time, this.prepared.startTime));
  }

  /** Returns everything that is needed to continue later, at the last tick. */
  save(): Uint8Array {
    return saveParticles(this.state);
  }

  /** Restores saved bytes of the same particles. Throws an InputError for bytes of others. */
  load(bytes: Uint8Array): void {
    loadParticles(this.state, bytes);
    this.goTo(this.state.tick / this.params.rate);
  }

  /** Returns 16 hex digits, a hash of the bytes of `save`. */
  hash(): string {
    return hashParticles(this.state);
  }

  /** Returns the results that a bake writes to `report.json`. */
  report(): Record<string, unknown> {
    return reportParticles(this.state);
  }

  private goTo(time: number): void {
    const { rate } = this.params;
    const last = Math.floor(time * rate + 1e-9);
    while (this.state.tick < last) {
      this.pose(this.state.tick);
      stepTick(this.state, this.inputs, this.state.tick);
      if (this.state.tick % rate === 0) this.keepSnapshot();
    }
    this.now = time;
    const ahead = Math.max(0, time - this.state.tick / rate);
    if (ahead > 0) this.pose(this.state.tick);
    showBetween(this.state, this.inputs, ahead);
  }

  private pose(tick: number): void {
    const { rate } = this.params;
    const [t0, t1] = [tick / rate, (tick + 1) / rate];
    this.options.world?.advance?.(t0, t1);
    for (const set of this.skinSets) set.advance(t0, t1);
  }

  private keepSnapshot(): void {
    const { tick } = this.state;
    if (this.snapshots.some((snapshot) => snapshot.tick >= tick)) return;
    const held = this.snapshots.reduce((sum, { bytes }) => sum + bytes.length, 0);
    // The first snapshot is kept whatever its size, so that going back is always possible.
    if (held > 0 && held > snapshotBytes) return;
    this.snapshots.push({ tick, bytes: saveParticles(this.state) });
  }
}

function openSkins(
  { surfaces: requests, startTime }: ParticlesPrepared,
  actors: ReadonlyMap<string, Actor>,
): { readonly surfaces: SkinSurface[]; readonly skinSets: SkinSet[] } {
  const sets = new Map<string, SkinSet>();
  const surfaces = requests.map((request) => {
    let set = sets.get(request.actor);
    if (!set) {
      set = createActorSkins(actors.get(request.actor)!, { startTime });
      sets.set(request.actor, set);
    }
    return set.add(request);
  });
  return { surfaces, skinSets: [...sets.values()] };
}
