import { InputError } from '../../input-error.ts';
import type { Actor } from '../../motion/actor.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { checkKeys, listKeys } from '../check-values.ts';
import { refuseFiles } from '../no-readers.ts';
import type { ShellsOutput } from '../outputs/shells.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { readTimedParams } from '../read-timed-params.ts';
import type { SystemInputs } from '../system.ts';
import { checkFur } from './check-params.ts';
import type { FurKernel } from './kernel.ts';
import { type FurForceParams, type FurInput, furParams } from './params.ts';
import { prepareFur } from './prepare.ts';
import { FurState } from './state.ts';
import { followSkin, standFur, stepFur } from './step.ts';

/** Options of `createFur`. */
export interface CreateFurOptions {
  /** Parameters as in a scene, without `actor`, `loop` and the parameters of a reference. Each may be omitted. */
  readonly params?: Omit<FurInput, 'actor' | 'loop' | 'reference' | 'referenceActor' | 'referenceFactor'>;
  /** The actor on whose skin the fur grows, at its size in the world. Absent: a patch of ground. */
  readonly actor?: Actor;
  /** Default 1. */
  readonly seed?: number;
  /** Functions that read maps, and pictures on the skin. */
  readonly readers?: Partial<Pick<PrepareContext, 'readPicture' | 'decodePicture'>>;
  readonly cache?: PrepareContext['cache'];
  readonly progress?: PrepareContext['progress'];
  readonly signal?: AbortSignal;
  readonly kernel?: FurKernel;
}

/** The inputs of a step of fur: the skin during the step, the bodies that touch the fur, and the heightfields below a patch. */
export interface FurInputs
  extends Partial<Pick<SystemInputs, 'surfaces' | 'colliders' | 'heightfields' | 'pressing'>> {
  /** Forces that act in this step, also outside of their own times: for example a hand or a fan. */
  readonly forces?: readonly FurForceParams[];
}

/**
 * Fur for a program that moves its own skins:
 *
 *     const fur = await createFur({ actor, params: { coat: 'dog', comb: [0, -0.5, -0.5] } });
 *     fur.stand({ surfaces: [skin] });
 *     // in every frame, after the skin was updated
 *     fur.step({ surfaces: [skin] }, time, dt);
 *     // fur.shells is the geometry to render
 *
 * The skin consists of the actor's surfaces `fur.surfaces`, one after the other, with the vertices of the file. Throws
 * InputError for invalid parameters, or for parameters that contradict each other.
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
          : 'expected nothing here: pass the actor itself as `actor`, and its motion to `step`',
      })),
  ];
  if (faults.length > 0) throw new InputError(faults);
  const { params, timed } = readTimedParams(
    { params: furParams, check: checkFur },
    { ...values, actor: actor?.name },
  );
  const prepared = await prepareFur(params, {
    ...refuseFiles('pass "readers"'),
    ...options.readers,
    path: '',
    name: 'fur',
    timed,
    actors: new Map(actor ? [[actor.name, actor]] : []),
    run: { seed: options.seed ?? 1, startTime: 0, endTime: 0 },
    results: new Map(),
    cache: options.cache,
    progress: options.progress,
    signal: options.signal,
  });
  return new Fur(new FurState(params, prepared!, { kernel: options.kernel }, timed));
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

/** Fur that a program advances itself. Created by `createFur`. */
export class Fur {
  /** The geometry to render. The object never changes. */
  readonly shells: ShellsOutput;

  constructor(readonly state: FurState) {
    this.shells = state.output;
  }

  /** The surfaces of the actor's rig that form the skin; empty for a patch. */
  get surfaces(): readonly number[] {
    return this.state.prepared.carrier.skin?.surfaces ?? [];
  }

  /** Puts all strands in static equilibrium at the start of the skin's step. Must be called before the first step. */
  stand(inputs: FurInputs = {}, time = 0): void {
    standFur(this.state, { ...noInputs, ...inputs, startTime: time });
  }

  /**
   * Moves strands and skin as one rigid body, x ← rotation · x + position, without inertial effects. Use it if the object that
   * carries the skin, such as a ship, has made this motion since the last step. The skin and the bodies of the next step
   * must start at the new position.
   */
  carry(move: RigidPose): void {
    this.state.solver.move(move);
  }

  /** Runs one step of dt seconds from `time` on. `inputs` contains the motion of the skin. */
  step(inputs: FurInputs, time: number, dt: number): void {
    stepFur(this.state, { ...noInputs, ...inputs, startTime: time }, time, dt, inputs.forces);
  }

  /** Shows the strands on the skin at the end of the inputs' step. The state does not change. */
  follow(inputs: FurInputs): void {
    followSkin(this.state, { ...noInputs, ...inputs, startTime: this.state.time });
  }
}

const noInputs = { colliders: [], heightfields: [], drives: [], surfaces: [] };
