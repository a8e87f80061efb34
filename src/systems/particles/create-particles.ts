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
import { readParams } from '../read-params.ts';
import type { SurfaceRequest, SystemInputs } from '../system.ts';
import { appearAndGo } from './appear.ts';
import { checkParticles } from './check-params.ts';
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
  /** As in a scene; what is left out has its default. */
  readonly params: ParticlesInput;
  /** Shapes of the caller's own, which sources and keys may name. */
  readonly shapes?: readonly Shape[];
  /** Characters that shapes may lie on, by name. */
  readonly actors?: ReadonlyMap<string, Actor>;
  /** What particles bounce off. */
  readonly world?: ParticlesWorld;
  /** Reads the files that shapes name; without them there are none. */
  readonly readers?: Partial<PrepareContext>;
  /** Default 1. */
  readonly seed?: number;
  /** When it begins and, for keys that say no end, ends; seconds. Default 0 and 10. */
  readonly start?: number;
  readonly end?: number;
  /** Share of the work done before the run, 0..1; it may be stopped. */
  readonly progress?: (share: number, words: string) => void;
  readonly signal?: AbortSignal;
}

/** What moves in the caller's world. `advance` makes it hold the motion from t0 to t1, seconds. */
export interface ParticlesWorld {
  readonly colliders?: readonly Collider[];
  readonly heightfields?: readonly HeightfieldOutput[];
  advance?(t0: number, t1: number): void;
}

/** Bytes of snapshots that are kept for going back. */
const snapshotBytes = 64 * 1024 * 1024;

/**
 * Particles for a program of one's own, without a scene:
 *
 *     const particles = await createParticles({
 *       params: {
 *         shapes: [{ shape: 'ball', name: 'ball' }, { shape: 'box', name: 'box', position: [2, 1, 0] }],
 *         sources: [{ from: 'ball', count: 2000 }],
 *         forces: [{ force: 'gravity' }],
 *         keys: [{ to: ['box'], start: 1, end: 3, hold: 1 }],
 *       },
 *     });
 *     // with every frame
 *     particles.advance(dt);
 *     // particles.points is what there is to see
 *
 * Throws InputError for parameters that are none, out of the ranges of `particlesParams`, or do not go together.
 */
export async function createParticles(options: CreateParticlesOptions): Promise<Particles> {
  const unknown = checkKeys(options, createParticlesKeys, '', particlesParams);
  if (unknown.length > 0) throw new InputError(unknown);
  const own = options.shapes ?? [];
  const ownNames = own.map(({ name }) => name);
  const check = (params: ParticlesParams) => checkParticles(params, ownNames);
  const params = readParams({ params: particlesParams, check }, options.params);
  const context: PrepareContext = {
    ...refuseFiles('hand over "readers", or shapes that are made already'),
    ...options.readers,
    path: '',
    name: 'particles',
    actors: options.actors ?? new Map(),
    run: { seed: options.seed ?? 1, startTime: options.start ?? 0, endTime: options.end ?? 10 },
    progress: options.progress,
    signal: options.signal,
    made: new Map(),
  };
  const surfaces: SurfaceRequest[] = [];
  const shapes = await createShapes(params.shapes, context, surfaces);
  for (const shape of own) shapes.set(shape.name, shape);
  const prepared = await prepareWithShapes(params, shapes, surfaces, context);
  return new Particles(params, prepared!, options);
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

/** Particles that a program of one's own moves on. Made by `createParticles`. */
export class Particles {
  /** What there is to see: the same object for ever. */
  readonly points: PointsOutput;
  private state: ParticlesState;
  private now: number;
  private readonly inputs: SystemInputs;
  private readonly skinSets: readonly SkinSet[];
  /** By tick, rising. */
  private readonly snapshots: { readonly tick: number; readonly bytes: Uint8Array }[] = [];

  constructor(
    readonly params: ParticlesParams,
    readonly prepared: ParticlesPrepared,
    private readonly options: CreateParticlesOptions,
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
    this.state = new ParticlesState(params, prepared, options);
    this.state.tick = Math.floor(this.now * params.rate + 1e-9);
    appearAndGo(this.state, surfaces);
    this.keepSnapshot();
    this.state.output.refresh(this.state);
    this.points = this.state.output;
  }

  /** Seconds. */
  get time(): number {
    return this.now;
  }

  /** Goes on by so many seconds. */
  advance(seconds: number): void {
    if (!(seconds > 0)) return;
    this.goTo(this.now + seconds);
  }

  /** Goes to any time: back to the last snapshot before it, then on as it was. Equal times give equal particles. */
  seek(time: number): void {
    const tick = Math.floor(time * this.params.rate + 1e-9);
    const nearest = this.snapshots.filter((snapshot) => snapshot.tick <= tick).at(-1);
    const isAhead = tick >= this.state.tick && !(nearest && nearest.tick > this.state.tick);
    if (!isAhead) loadParticles(this.state, (nearest ?? this.snapshots[0]).bytes);
    this.goTo(Math.max(time, this.prepared.startTime));
  }

  /** All that is needed to go on later, at the last tick. */
  save(): Uint8Array {
    return saveParticles(this.state);
  }

  /** Goes to where the same particles stood. Throws InputError for bytes of others. */
  load(bytes: Uint8Array): void {
    loadParticles(this.state, bytes);
    this.goTo(this.state.tick / this.params.rate);
  }

  /** 16 hex digits over all that `save` keeps. */
  hash(): string {
    return hashParticles(this.state);
  }

  /** What `report.json` of a bake would say. */
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
    // The first is kept whatever its size: there is always a way back.
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
