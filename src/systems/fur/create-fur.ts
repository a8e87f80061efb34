import { InputError } from '../../input-error.ts';
import type { Actor } from '../../motion/actor.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { checkKeys, listKeys } from '../check-values.ts';
import { refuseFiles } from '../no-readers.ts';
import { readParams } from '../read-params.ts';
import type { PrepareContext, ShellsOutput, SystemInputs } from '../system.ts';
import { checkFur } from './check-params.ts';
import type { FurKernel } from './kernel.ts';
import { type FurForceParams, type FurInput, furParams } from './params.ts';
import { prepareFur } from './prepare.ts';
import { FurState } from './state.ts';
import { followSkin, standFur, stepFur } from './step.ts';

export interface CreateFurOptions {
  /** As in a scene, without `actor`, `loop` and what concerns a reference; any may be left out. */
  readonly params?: Omit<FurInput, 'actor' | 'loop' | 'reference' | 'referenceActor' | 'referenceFactor'>;
  /** Whose skin it grows on, at its size in the world; absent: a patch of ground. */
  readonly actor?: Actor;
  /** Default 1. */
  readonly seed?: number;
  /** For maps, and for pictures on the skin. */
  readonly readers?: Partial<Pick<PrepareContext, 'readPicture' | 'decodePicture'>>;
  readonly cache?: PrepareContext['cache'];
  readonly progress?: PrepareContext['progress'];
  readonly signal?: AbortSignal;
  readonly kernel?: FurKernel;
}

/** What a step of fur may read: the skin over that step, bodies that touch it, grounds below a patch. */
export interface FurInputs extends Partial<Pick<SystemInputs, 'surfaces' | 'colliders' | 'heightfields'>> {
  /** What acts in this step at once, whatever its times: a hand, a fan. */
  readonly forces?: readonly FurForceParams[];
}

/**
 * Fur for a program that moves its own skins:
 *
 *     const fur = await createFur({ actor, params: { coat: 'dog', comb: [0, -0.5, -0.5] } });
 *     fur.stand({ surfaces: [skin] });
 *     // with every frame, when the skin holds it
 *     fur.step({ surfaces: [skin] }, time, dt);
 *     // fur.shells is what there is to see
 *
 * The skin is that of the actor's surfaces `fur.surfaces`, one after the other, vertices as the file has them. Throws
 * InputError for parameters that are none, or do not go together.
 */
export async function createFur(options: CreateFurOptions = {}): Promise<Fur> {
  const { actor, params: values = {} } = options;
  const own: readonly string[] = ['actor', 'loop', 'reference', 'referenceActor', 'referenceFactor'];
  const faults = [
    ...checkKeys(options, createFurKeys, '', furParams),
    ...own
      .filter((name) => Object.hasOwn(values, name))
      .map((path) => ({
        path,
        message: path.startsWith('reference')
          ? 'expected nothing here: call `carry` before each step, or use LiveFur, which has `reference` among its own options'
          : 'expected nothing here: hand over the actor itself, and what it does',
      })),
  ];
  if (faults.length > 0) throw new InputError(faults);
  const params = readParams({ params: furParams, check: checkFur }, { ...values, actor: actor?.name });
  const prepared = await prepareFur(params, {
    ...refuseFiles('hand over "readers"'),
    ...options.readers,
    path: '',
    name: 'fur',
    actors: new Map(actor ? [[actor.name, actor]] : []),
    run: { seed: options.seed ?? 1, startTime: 0, endTime: 0 },
    made: new Map(),
    cache: options.cache,
    progress: options.progress,
    signal: options.signal,
  });
  return new Fur(new FurState(params, prepared!, { kernel: options.kernel }));
}

const createFurKeys = listKeys<CreateFurOptions>({
  params: true,
  actor: true,
  seed: true,
  readers: true,
  cache: true,
  progress: true,
  signal: true,
  kernel: true,
});

/** Fur that a program of one's own moves on. Made by `createFur`. */
export class Fur {
  /** What there is to see: the same object for ever. */
  readonly shells: ShellsOutput;

  constructor(readonly state: FurState) {
    this.shells = state.output;
  }

  /** The surfaces of the actor's rig whose skin it reads; empty for a patch. */
  get surfaces(): readonly number[] {
    return this.state.prepared.carrier.skin?.surfaces ?? [];
  }

  /** Lets all strands stand in static equilibrium where the skin's step begins. To be called before the first step. */
  stand(inputs: FurInputs = {}, time = 0): void {
    standFur(this.state, { ...noInputs, ...inputs, startTime: time });
  }

  /**
   * Takes strands and skin along as one rigid body, x ← rotation · x + position, without their feeling it: what carries the skin has
   * moved so since the last step. The next step's skin and bodies begin there.
   */
  carry(move: RigidPose): void {
    this.state.solver.move(move);
  }

  /** One step of dt seconds from `time` on, in which the skin moves as it says. */
  step(inputs: FurInputs, time: number, dt: number): void {
    stepFur(this.state, { ...noInputs, ...inputs, startTime: time }, time, dt, inputs.forces);
  }

  /** Shows the strands on the skin as the inputs' step ends. The state does not change. */
  follow(inputs: FurInputs): void {
    followSkin(this.state, { ...noInputs, ...inputs, startTime: this.state.time });
  }
}

const noInputs = { colliders: [], heightfields: [], drives: [], surfaces: [] };
