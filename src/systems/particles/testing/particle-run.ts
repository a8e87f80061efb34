import type { SkinSurface } from '../../../motion/skin-surface.ts';
import { fillParams } from '../../params.ts';
import type { SystemInputs } from '../../system.ts';
import { noFiles } from '../../testing/no-files.ts';
import { type ParticlesParams, particlesParams } from '../params.ts';
import { type ParticlesPrepared, prepareWithShapes } from '../prepare.ts';
import type { Shape } from '../shape.ts';
import { createShape } from '../shapes/create-shape.ts';
import type { ParticlesState } from '../state.ts';
import { particlesSystem } from '../system.ts';

export interface RunOptions {
  readonly seed?: number;
  readonly startTime?: number;
  readonly endTime?: number;
  /** Additional shapes, which sources and keys may name. */
  readonly shapes?: readonly Shape[];
  readonly surfaces?: readonly SkinSurface[];
  readonly inputs?: Partial<SystemInputs>;
}

/** Fills in defaults. Values must be valid in a scene. */
export function fillParticles(values: Readonly<Record<string, unknown>>): ParticlesParams {
  return fillParams(particlesParams, values);
}

export function noInputs(options: RunOptions = {}): SystemInputs {
  return {
    colliders: [],
    heightfields: [],
    drives: [],
    surfaces: options.surfaces ?? [],
    startTime: options.startTime ?? 0,
    ...options.inputs,
  };
}

/** Prepares particles in the same way as for a scene. */
export async function prepareRun(
  values: Readonly<Record<string, unknown>>,
  options: RunOptions = {},
): Promise<{ params: ParticlesParams; prepared: ParticlesPrepared }> {
  const params = fillParticles(values);
  const run = {
    seed: options.seed ?? 1,
    startTime: options.startTime ?? 0,
    endTime: options.endTime ?? 10,
  };
  const context = {
    ...noFiles,
    path: 'systems[0]',
    name: 'particles',
    actors: new Map(),
    results: new Map(),
    run,
  };
  const shapes = new Map((options.shapes ?? []).map((shape) => [shape.name, shape]));
  for (const [k, shape] of params.shapes.entries()) {
    shapes.set(shape.name, await createShape(shape, context, `systems[0].shapes[${k}]`, []));
  }
  const prepared = await prepareWithShapes(params, shapes, [], context);
  return { params, prepared: prepared! };
}

/** A simulation of particles without a scene. */
export class ParticleRun {
  state: ParticlesState;
  readonly inputs: SystemInputs;

  constructor(
    readonly params: ParticlesParams,
    readonly prepared: ParticlesPrepared,
    readonly options: RunOptions = {},
  ) {
    this.inputs = noInputs(options);
    this.state = particlesSystem.create(params, this.inputs, prepared.seed, prepared);
  }

  static async open(
    values: Readonly<Record<string, unknown>>,
    options: RunOptions = {},
  ): Promise<ParticleRun> {
    const { params, prepared } = await prepareRun(values, options);
    return new ParticleRun(params, prepared, options);
  }

  get time(): number {
    return this.state.tick / this.params.rate;
  }

  /** Advances to the last tick that is not after `time`. Calls `before` with the index of each tick before its step. */
  runTo(time: number, before?: (tick: number) => void): this {
    const { rate } = this.params;
    while ((this.state.tick + 1) / rate <= time + 1e-9) {
      before?.(this.state.tick);
      particlesSystem.step(this.state, this.inputs, this.state.tick / rate, 1 / rate);
    }
    return this;
  }

  save(): Uint8Array {
    return particlesSystem.save(this.state);
  }

  hash(): string {
    return particlesSystem.hash(this.state);
  }

  /** Returns another run that continues from a snapshot. */
  reopen(bytes: Uint8Array): ParticleRun {
    const other = new ParticleRun(this.params, this.prepared, this.options);
    other.state = particlesSystem.load(this.params, bytes, this.prepared);
    return other;
  }
}
