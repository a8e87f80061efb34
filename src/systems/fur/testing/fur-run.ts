import type { Actor } from '../../../motion/actor.ts';
import { createActorSkins } from '../../../motion/actor-skins.ts';
import type { Collider } from '../../../motion/collider.ts';
import type { SkinSet } from '../../../motion/skin-surface.ts';
import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import { fillParams } from '../../params.ts';
import type { PrepareContext } from '../../prepare-context.ts';
import type { SystemInputs } from '../../system.ts';
import { noFiles } from '../../testing/no-files.ts';
import { type FurParams, furParams } from '../params.ts';
import { type FurPrepared, prepareFur } from '../prepare.ts';
import type { FurState } from '../state.ts';
import { furSystem } from '../system.ts';

export interface FurRunOptions {
  readonly seed?: number;
  readonly startTime?: number;
  readonly actor?: Actor;
  readonly heightfields?: readonly HeightfieldOutput[];
  /** Bodies. `advance` sets their motion over a step. */
  readonly bodies?: readonly Collider[];
  advance?(t0: number, t1: number): void;
  readonly context?: Partial<PrepareContext>;
}

/** Parameters of a coat whose textures are computed quickly. */
export const smallCoat = { layerCount: 12, texels: 16 };

const results = new Map<string, unknown>();

/** Prepares fur as a scene does. */
export async function prepareFurRun(
  values: Readonly<Record<string, unknown>>,
  { actor, seed = 1, startTime = 0, context }: FurRunOptions = {},
): Promise<{ params: FurParams; prepared: FurPrepared }> {
  const params = fillParams(furParams, { ...smallCoat, ...values, actor: values.actor ?? actor?.name });
  const prepared = await prepareFur(params, {
    ...noFiles,
    path: 'systems[0]',
    name: 'fur',
    actors: new Map(actor ? [[actor.name, actor]] : []),
    results: results,
    run: { seed, startTime, endTime: startTime + 10 },
    ...context,
  });
  return { params, prepared: prepared! };
}

/** A run of fur without a scene, which also moves the inputs. */
export class FurRun {
  state: FurState;
  tick = 0;
  readonly inputs: SystemInputs;
  readonly rate: number;
  private readonly skins: SkinSet | null;

  constructor(
    readonly params: FurParams,
    readonly prepared: FurPrepared,
    readonly options: FurRunOptions = {},
  ) {
    const { actor, heightfields = [], bodies = [], seed = 1 } = options;
    const startTime = options.startTime ?? 0;
    this.rate = furSystem.rate(params, prepared);
    this.skins = actor ? createActorSkins(actor, { startTime }) : null;
    const surfaces = prepared.surfaces.map((request) => this.skins!.add(request));
    this.inputs = { colliders: bodies, heightfields, drives: [], surfaces, startTime };
    this.state = furSystem.create(params, this.inputs, seed, prepared);
  }

  static async open(values: Readonly<Record<string, unknown>>, options: FurRunOptions = {}): Promise<FurRun> {
    const { params, prepared } = await prepareFurRun(values, options);
    return new FurRun(params, prepared, options);
  }

  get time(): number {
    return this.timeOf(this.tick);
  }

  timeOf(tick: number): number {
    return this.inputs.startTime + tick / this.rate;
  }

  /** Runs all ticks up to `time`. Calls `after` after each step. */
  runTo(time: number, after?: (run: FurRun) => void): this {
    while (this.timeOf(this.tick + 1) <= time + 1e-9) {
      this.pose();
      furSystem.step(this.state, this.inputs, this.time, 1 / this.rate);
      this.tick++;
      after?.(this);
    }
    return this;
  }

  /** Shows the fur `ahead` seconds after the last step. */
  show(ahead: number): void {
    if (ahead > 0) this.pose();
    furSystem.interpolate!(this.state, this.inputs, ahead, 1 / this.rate);
  }

  save(): Uint8Array {
    return furSystem.save(this.state);
  }

  hash(): string {
    return furSystem.hash(this.state);
  }

  /** Returns another run that continues from a snapshot. */
  reopen(bytes: Uint8Array): FurRun {
    const other = new FurRun(this.params, this.prepared, this.options);
    other.state = furSystem.load(this.params, bytes, this.prepared);
    other.tick = this.tick;
    return other;
  }

  private pose(): void {
    const [t0, t1] = [this.time, this.timeOf(this.tick + 1)];
    this.skins?.advance(t0, t1);
    this.options.advance?.(t0, t1);
  }
}
