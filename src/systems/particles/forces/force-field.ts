import { hashBits } from '../../../math/random.ts';
import type { KernelAllocator } from '../../kernel-memory.ts';
import type { TimedParams } from '../../timed-params.ts';
import type { ParticlesKernel } from '../kernel.ts';
import type { ForceParams } from '../params.ts';
import type { ParticleStore } from '../store.ts';
import {
  type ForceMemory,
  KernelNumbers,
  type LocalForce,
  type ParamsOf,
  type PreparedForce,
} from './local-force.ts';
import { createAttractor, createBuoyancy, createDrag, createSteady, createVortex } from './simple-forces.ts';
import { createTurbulence } from './turbulence.ts';
import { airGain, createGustyWind } from './wind.ts';

/**
 * A user's force: adds m/s² to `ax`, `ay`, `az` of particles first … end − 1, for the step from t to t + dt. It must depend only
 * on the store and the times, otherwise a run is not reproducible.
 */
export type ForceFunction = (
  particles: ParticleStore,
  first: number,
  end: number,
  t: number,
  dt: number,
) => void;

/** Velocity of the air at each particle, m/s, [capacity] each. */
export interface AirVelocity {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

export interface ForceFieldOptions {
  /** Names of the sources in the order of `ParticleStore.source`. */
  readonly sourceNames: readonly string[];
  readonly seed: number;
  readonly functions?: readonly ForceFunction[];
  /** The forces over time, if any has keys. */
  readonly timed?: TimedParams<{ readonly forces: readonly ForceParams[] }> | null;
}

/**
 * All forces of a system. Those that are the same for all particles (gravity, steady wind) are combined into one constant, which
 * costs nothing per step; the others are summed for each particle. A force acts in a step that begins at t if from ≤ t < until.
 */
export class ForceField {
  /** Times at which forces begin and end, s, ascending: suitable as boundaries of steps. */
  readonly times: readonly number[];
  /** Indices of the forces that are the same for all particles. */
  private readonly uniforms: readonly number[];
  private readonly locals: readonly { index: number; force: LocalForce; mask: KernelNumbers | null }[];
  private readonly functions: readonly ForceFunction[];
  private readonly sourceNames: readonly string[];

  /** `allocator` allocates the kernel's memory. It must be that of the stores on which the forces act. */
  constructor(
    kernel: ParticlesKernel,
    allocator: KernelAllocator,
    private readonly forces: readonly ForceParams[],
    private readonly options: ForceFieldOptions,
  ) {
    const { timed } = options;
    this.functions = options.functions ?? [];
    this.sourceNames = options.sourceNames;
    const isUniform = (index: number) =>
      timed
        ? timed.times.every((time) => isSameEverywhere(timed.at(time).forces[index]))
        : isSameEverywhere(forces[index]);
    this.uniforms = [...forces.keys()].filter(isUniform);
    this.locals = forces.flatMap((params, index) => {
      if (isUniform(index)) return [];
      const memory = { kernel, allocator, seed: hashBits(options.seed, 0x666f7263, index) };
      const force = createLocalForce(memory, params);
      return [{ index, force, mask: createMask(memory, params.sources, options.sourceNames) }];
    });
    const times = forces.flatMap(({ from, until }) => [from, until].filter((t) => t !== undefined));
    this.times = [...new Set(times)].sort((a, b) => a - b);
  }

  /** True if any force depends on the position, at any time. */
  get isLocal(): boolean {
    return this.locals.length + this.functions.length > 0;
  }

  /**
   * Writes to out [3] m/s² the acceleration that is the same for all particles in the step from t to t + dt. `drag`: factor by
   * which drag reduces a velocity in the step.
   */
  uniform(out: Float64Array, t: number, dt: number, drag: number): void {
    out.fill(0);
    const forces = this.forcesAt(t);
    for (const index of this.uniforms) {
      const params = forces[index] as ParamsOf<'gravity'> | ParamsOf<'wind'>;
      if (!acts(params, t)) continue;
      const [direction, gain] =
        params.force === 'gravity' ? [params.acceleration, 1] : [params.velocity, airGain(dt, drag)];
      for (let axis = 0; axis < 3; axis++) out[axis] += gain * direction[axis];
    }
  }

  /** Writes the velocity of the air at particles first … end − 1 to `out`, m/s. Overwrites `ax`, `ay`, `az` if wind varies. */
  air(store: ParticleStore, out: AirVelocity, t: number, first: number, end: number): void {
    const steady = [0, 0, 0];
    const forces = this.forcesAt(t);
    for (const index of this.uniforms) {
      const params = forces[index];
      if (params.force !== 'wind' || !acts(params, t)) continue;
      for (let axis = 0; axis < 3; axis++) steady[axis] += params.velocity[axis];
    }
    out.x.fill(steady[0], first, end);
    out.y.fill(steady[1], first, end);
    out.z.fill(steady[2], first, end);
    const winds = this.locals.filter(({ index }) => forces[index].force === 'wind' && acts(forces[index], t));
    if (winds.length === 0) return;
    const [from, to] = [first & ~1, end + (end & 1)];
    const { ax, ay, az } = store;
    for (const plane of [ax, ay, az]) plane.fill(0, from, to);
    for (const { index, force, mask } of winds) {
      // For this step and drag, the acceleration of the wind is its velocity: see `airGain`.
      force.prepare(forces[index], t, 1, 0.5);
      force.add(store.record, mask?.pointer ?? 0, first, end);
    }
    for (let i = first; i < end; i++) {
      out.x[i] += ax[i];
      out.y[i] += ay[i];
      out.z[i] += az[i];
    }
  }

  /** Returns the sum of the gravity of each source at a time: [3 · source count], m/s². */
  gravity(t: number): Float64Array {
    const { sourceNames } = this;
    const out = new Float64Array(3 * sourceNames.length);
    for (const params of this.forcesAt(t)) {
      if (params.force !== 'gravity' || !acts(params, t)) continue;
      sourceNames.forEach((name, source) => {
        if (params.sources && !params.sources.includes(name)) return;
        for (let axis = 0; axis < 3; axis++) out[3 * source + axis] += params.acceleration[axis];
      });
    }
    return out;
  }

  /**
   * Overwrites `ax`, `ay`, `az` of particles first … end − 1 with the sum of all other forces at the start of the step. Returns
   * false, and writes nothing, if there are none in this step.
   */
  accumulate(store: ParticleStore, t: number, dt: number, drag: number, first: number, end: number): boolean {
    const forces = this.forcesAt(t);
    const acting = this.locals.filter(({ index }) => acts(forces[index], t));
    if (acting.length + this.functions.length === 0) return false;
    // Forces may process whole pairs of particles.
    const [from, to] = [first & ~1, end + (end & 1)];
    for (const plane of [store.ax, store.ay, store.az]) plane.fill(0, from, to);
    for (const { index, force, mask } of acting) {
      force.prepare(forces[index], t, dt, drag);
      force.add(store.record, mask?.pointer ?? 0, first, end);
    }
    for (const add of this.functions) add(store, first, end, t, dt);
    return true;
  }

  /**
   * Prepares the forces of a step from t to t + dt that depend on the position, for kernels that do not share memory. Functions of the user are
   * not among them. mask: factor for each source, or null.
   */
  *prepareLocal(
    t: number,
    dt: number,
    drag: number,
  ): Iterable<{ readonly prepared: PreparedForce; readonly mask: Float64Array | null }> {
    const forces = this.forcesAt(t);
    for (const { index, force, mask } of this.locals) {
      if (!acts(forces[index], t)) continue;
      force.prepare(forces[index], t, dt, drag);
      yield { prepared: force.prepared, mask: mask?.view ?? null };
    }
  }

  private forcesAt(t: number): readonly ForceParams[] {
    return this.options.timed?.at(t).forces ?? this.forces;
  }
}

function acts({ from, until }: ForceParams, t: number): boolean {
  return (from === undefined || t >= from) && (until === undefined || t < until);
}

function isSameEverywhere(params: ForceParams): boolean {
  if (params.sources) return false;
  return params.force === 'gravity' || (params.force === 'wind' && params.gusts === 0);
}

function createLocalForce(memory: ForceMemory, params: ForceParams): LocalForce {
  switch (params.force) {
    case 'gravity':
      return createSteady(memory) as LocalForce;
    case 'wind':
      return createGustyWind(memory) as LocalForce;
    case 'buoyancy':
      return createBuoyancy(memory) as LocalForce;
    case 'drag':
      return createDrag(memory) as LocalForce;
    case 'turbulence':
      return createTurbulence(memory, params) as LocalForce;
    case 'vortex':
      return createVortex(memory) as LocalForce;
    case 'attractor':
      return createAttractor(memory) as LocalForce;
  }
}

/** Returns the factors of a force for each source; null if it acts fully on all. */
function createMask(
  memory: ForceMemory,
  sources: readonly string[] | undefined,
  sourceNames: readonly string[],
): KernelNumbers | null {
  if (!sources) return null;
  const numbers = new KernelNumbers(memory, sourceNames.length);
  numbers.view.set(sourceNames.map((name) => (sources.includes(name) ? 1 : 0)));
  return numbers;
}
