import { InputError, type InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { PressedGround } from '../motion/response/pressed-ground.ts';
import { type FinishActor, type OpenActorOptions, type OpenedActor, prepareActor } from './open-actor.ts';
import { type KeptSimulations, openSimulatedProps, orderBySimulation } from './open-simulated-props.ts';
import { ancestorsOf } from './order-by-parents.ts';
import type { SceneActor } from './scene.ts';

/** Options of `openActors`. */
export interface OpenActorsOptions {
  /** Start and end of the simulation, seconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** See `OpenSceneOptions`. */
  readonly isCopy: boolean;
  /** See `openSimulatedProps`. */
  readonly kept: KeptSimulations | null;
  /** Returns the options of one actor, except for those that depend on other actors. */
  optionsFor(
    index: number,
  ): Omit<OpenActorOptions, 'parents' | 'memory' | 'isCopy' | 'startTime' | 'endTime'>;
  /** Called before each actor. */
  pause(): Promise<void>;
  /** Returns the faults that an error describes, and throws every other error. */
  faultsOf(error: unknown, path: string): readonly InputFault[];
}

/** The actors of a scene by name, and the engine that simulated some of them: see `OpenedSimulation`. */
export interface OpenedActors {
  readonly opened: ReadonlyMap<string, OpenedActor>;
  readonly engine: string | null;
}

/**
 * Opens the actors of a scene: first those with a motion of their own, then those that are simulated, then what is fixed to them. Throws InputError with the
 * faults of all actors.
 *
 * The ground remembers what was pressed into it. All actors that sink are prepared before the first of them is finished, which asks for the prints of the
 * others. Simulated objects collide with characters that do not know the ruts of these objects yet. If there are such objects, the other actors that sink are
 * opened again, and find these ruts.
 */
export async function openActors(
  actors: readonly SceneActor[],
  { startTime, endTime, isCopy, kept, optionsFor, pause, faultsOf }: OpenActorsOptions,
): Promise<OpenedActors> {
  const faults: InputFault[] = [];
  const opened = new Map<string, OpenedActor>();
  let grounds = new Map<string, PressedGround>();
  const pressedOf = (ground: string) => {
    const pressed = grounds.get(ground) ?? new PressedGround(startTime, endTime);
    grounds.set(ground, pressed);
    return pressed;
  };
  const sinks = (index: number) => actors[index].groundResponse > 0 && !actors[index].simulated;
  const moving = new Set(
    actors.flatMap(({ name, simulated, groundResponse }) => (simulated || groundResponse > 0 ? [name] : [])),
  );
  /** Whether the motion of an actor depends on what the ground does to another one. */
  const follows = (index: number) =>
    ancestorsOf(actors[index].parent, actors).some((parent) => moving.has(parent));
  const completeOptions = (index: number, isOnlyCopy: boolean): OpenActorOptions => {
    const options = optionsFor(index);
    const memory = options.ground && {
      pressed: pressedOf(options.ground.name),
      isSource: !follows(index),
    };
    return { ...options, startTime, endTime, parents: opened, memory, isCopy: isOnlyCopy };
  };
  const attempt = async <Result>(index: number, open: () => Promise<Result>): Promise<Result | null> => {
    await pause();
    try {
      return await open();
    } catch (thrown) {
      append(faults, faultsOf(thrown, `actors[${index}]`));
      return null;
    }
  };
  const prepare = (index: number, isOnlyCopy: boolean) =>
    attempt(index, () => prepareActor(actors[index], completeOptions(index, isOnlyCopy)));
  const finish = async (index: number, prepared: FinishActor | null) => {
    const actor = prepared && (await attempt(index, prepared));
    if (actor) opened.set(actors[index].name, actor);
  };
  const openAll = async (indices: readonly number[], isOnlyCopy: boolean) => {
    const prepared = new Map<number, FinishActor | null>();
    for (const index of indices) {
      if (follows(index)) continue;
      prepared.set(index, await prepare(index, isOnlyCopy));
      // Others may be fixed to it.
      if (!sinks(index)) await finish(index, prepared.get(index)!);
    }
    for (const index of indices) {
      if (follows(index)) await finish(index, await prepare(index, isOnlyCopy));
      else if (sinks(index)) await finish(index, prepared.get(index)!);
    }
  };

  const { given, simulated, carried } = orderBySimulation(actors);
  const again = simulated.length > 0 ? given.filter((index) => sinks(index) || follows(index)) : [];
  await openAll(given, isCopy || again.length > 0);
  let engine: string | null = null;
  if (simulated.length > 0) {
    const props = await openSimulatedProps(
      actors,
      simulated,
      opened,
      (index) => completeOptions(index, isCopy),
      faultsOf,
      kept,
    );
    append(faults, props.faults);
    for (const [name, prop] of props.opened) opened.set(name, prop);
    ({ engine } = props);
    grounds = new Map();
    for (const { ground, source } of props.sources) pressedOf(ground).add(source);
    if (faults.length === 0) await openAll(again, isCopy);
  }
  await openAll(carried, isCopy);
  if (faults.length > 0) throw new InputError(faults);
  return { opened, engine };
}
