import type { BakeActor, BakePlan } from '../bake/bake-plan.ts';
import { explainExhaustion, toInputError } from '../exhaustion.ts';
import { InputError, type InputFault } from '../input-error.ts';
import { Hasher } from '../math/hash.ts';
import { append, maxOf } from '../math/lists.ts';
import { type GroundFloor, joinFloors } from '../motion/floor.ts';
import { fractionToNumber } from '../simulation/fraction.ts';
import { FrameTimes } from '../simulation/frame-times.ts';
import type { SimulationSystem } from '../simulation/simulation.ts';
import { SceneOffsets } from './far-coordinates.ts';
import type { BearingGround, OpenedActor } from './open-actor.ts';
import { openActors } from './open-actors.ts';
import { type OpenedReference, openReference, refuseOwnParts } from './open-reference.ts';
import { openCameras, openLights } from './open-views.ts';
import { type PrepareOptions, SystemPreparation } from './prepare-systems.ts';
import type { Scene } from './scene.ts';
import type { SceneFiles } from './scene-files.ts';
import { SharedCharacters } from './shared-characters.ts';
import { toSimulationSystem } from './to-simulation-system.ts';
import { findActorNames, leavesActorOut } from './walk-params.ts';

/** Options of `openScene`. */
export interface OpenSceneOptions extends PrepareOptions {
  /** Name of the scene in outputs. Default `scene`. */
  readonly name?: string;
  /** Path of the scene file, for the report. Default: the name. */
  readonly sceneFile?: string;
  /**
   * First and last frame to write, both included. Null: the first or last frame of the scene. Frames are counted from 0, or from
   * `time.firstFrame` if the scene sets it.
   */
  readonly frames?: readonly [number | null, number | null];
  readonly warnings?: readonly string[];
  /**
   * Whether the scene is also opened by another thread or machine, which reports on it. Then what only the report and the warnings need
   * is not measured. Default false.
   */
  readonly isCopy?: boolean;
}

/**
 * Opens all files that a scene names, plans the travel of its characters, and checks that the files exist and contain an animation and the
 * named clips. Prepares the systems that need preparation, which may take long; all simulations of the plan use the same prepared data.
 * Nothing is simulated or written. Grounds are opened first, since characters walk on them.
 *
 * Throws InputError with the faults of all grounds, of all actors, or of all other systems at once.
 */
export async function openScene(
  scene: Scene,
  files: SceneFiles,
  options: OpenSceneOptions = {},
): Promise<BakePlan> {
  return explainExhaustion('', 'opening the scene', () => openAll(scene, files, options));
}

async function openAll(scene: Scene, files: SceneFiles, options: OpenSceneOptions): Promise<BakePlan> {
  const { name = 'scene' } = options;
  const times = new FrameTimes(scene.time.start, scene.time.end, scene.time.fps, scene.time.firstFrame);
  const [firstFrame, lastFrame] = chooseFrames(options.frames ?? [null, null], times);
  const systems = await Promise.all(
    scene.systems.map((system) => toSimulationSystem(system, fractionToNumber(times.start))),
  );
  const hasher = new Hasher().bytes(new TextEncoder().encode(JSON.stringify(scene)));
  const preparation = new SystemPreparation(
    systems,
    files,
    (bytes) => void hasher.bytes(bytes),
    { seed: scene.seed, startTime: fractionToNumber(times.start), endTime: times.end },
    options,
  );
  await preparation.prepare(isGround, new Map());
  const floors = preparation.systems.flatMap((system) => {
    const floor = system.definition.floor?.(system.params, system.prepared ?? null, scene.seed);
    return floor ? [{ system, floor }] : [];
  });
  const offsets = new SceneOffsets(
    floors.map(({ system: { name: ground, definition, prepared }, floor }) => ({
      name: ground,
      offset: definition.offset?.(prepared ?? null) ?? null,
      extent: floor.extent,
    })),
  );
  const shared = new SharedCharacters(files);
  const { opened, engine } = await openActors(scene.actors, {
    startTime: fractionToNumber(times.start),
    endTime: times.end,
    isCopy: options.isCopy === true,
    kept: options.cache ? { cache: options.cache, sceneHash: hasher.digest() } : null,
    optionsFor: (index) => {
      const { name: actor } = scene.actors[index];
      return {
        path: `actors[${index}]`,
        files,
        shared,
        touches: systems.some((system) => touches(system, actor)),
        carries: systems.some((system) => ridesOn(system, actor, scene.actors.length === 1)),
        offsets,
        softDepth: softDepthFor(actor, systems),
        ground: groundOf(actor, systems, floors),
        floor: joinFloors(floors.filter(({ system }) => touches(system, actor)).map(({ floor }) => floor)),
        otherFloor: joinFloors(floors.map(({ floor }) => floor)),
      };
    },
    pause: async () => {
      options.signal?.throwIfAborted();
      await options.pause?.();
    },
    faultsOf,
  });
  if (engine) hasher.bytes(new TextEncoder().encode(engine));
  const hashed = new Set<Uint8Array>();
  const actors = scene.actors.map((entry): BakeActor => {
    const { files: read, actor } = opened.get(entry.name)!;
    // Many actors may share a file, which is hashed once.
    for (const bytes of read) if (!hashed.has(bytes)) hasher.bytes(bytes);
    for (const bytes of read) hashed.add(bytes);
    return actor;
  });
  const characters = actors.flatMap(({ name: actor, character }) =>
    character ? [[actor, character.actor] as const] : [],
  );
  const references = openReferences(preparation.systems, opened);
  await preparation.prepare((system) => !isGround(system), new Map(characters), {
    bodies: new Map(actors.map(({ name: actor }) => [actor, opened.get(actor)!.posed])),
    grounds: new Map(floors.map(({ system: ground, floor }) => [ground.name, floor])),
  });
  for (const [index, found] of references.entries()) {
    const system = preparation.systems[index];
    if (!found) continue;
    refuseOwnParts(system, `systems[${index}]`, found);
    preparation.systems[index] = { ...system, reference: found.reference };
  }
  return {
    name,
    sceneFile: options.sceneFile ?? name,
    hash: hasher.digest(),
    seed: scene.seed,
    times,
    fps: scene.time.fps,
    firstFrame,
    lastFrame,
    actors,
    systems: preparation.systems,
    cameras: openCameras(scene.cameras, actors),
    lights: openLights(scene.lights),
    outputs: scene.outputs,
    meshPart: scene.meshPart,
    heightTiles: scene.heightTiles,
    groundMotion: scene.groundMotion,
    exrChannels: scene.exrChannels,
    pointsTime: scene.pointsTime,
    morphTargets: scene.morphTargets,
    morphStorage: scene.morphStorage,
    modesInExtras: scene.modesInExtras,
    openVatFormat: scene.openVatFormat,
    openVatNormals: scene.openVatNormals,
    openVatSize: scene.openVatSize,
    usdUp: scene.usdUp,
    usdCharacters: scene.usdCharacters,
    usdFur: scene.usdFur,
    offsets: offsets.list(),
    warnings: [
      ...(options.warnings ?? []),
      ...references.flatMap((found, index) =>
        (found?.warnings ?? []).map((warning) => `${systems[index].name}: ${warning}`),
      ),
    ],
  };
}

/** Returns the faults that an error while opening an actor describes. Throws every other error. */
function faultsOf(thrown: unknown, path: string): readonly InputFault[] {
  const error = toInputError(thrown, path, 'reading its files') ?? thrown;
  if (!(error instanceof InputError)) throw error;
  return error.faults;
}

/** Returns the reference of each system; null for a system without one. Throws InputError with the faults of all systems. */
function openReferences(
  systems: readonly SimulationSystem[],
  actors: ReadonlyMap<string, OpenedActor>,
): (OpenedReference | null)[] {
  const faults: InputFault[] = [];
  const found = systems.map((system, index) => {
    try {
      return openReference(system, `systems[${index}]`, actors);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.faults);
      return null;
    }
  });
  if (faults.length > 0) throw new InputError(faults);
  return found;
}

function chooseFrames(
  [first, last]: readonly [number | null, number | null],
  { count, firstNumber, isNumbered }: FrameTimes,
): [number, number] {
  const zero = isNumbered ? firstNumber : 0;
  const end = zero + count - 1;
  const chosen: [number, number] = [first ?? zero, last ?? end];
  if (zero <= chosen[0] && chosen[0] <= chosen[1] && chosen[1] <= end)
    return [chosen[0] - zero, chosen[1] - zero];
  throw InputError.at(
    'frames',
    `expected a range within the ${count} frames of the scene, ${zero}:${end}, got ${chosen[0]}:${chosen[1]}`,
  );
}

/**
 * Returns whether a system is attached to an actor: a parameter of the system names the actor, or it is absent and the scene has only one
 * actor.
 */
function ridesOn({ definition, params }: SimulationSystem, actor: string, isOnly: boolean): boolean {
  const values = params as Readonly<Record<string, unknown>>;
  if (isOnly && leavesActorOut(definition.params, values)) return true;
  return findActorNames(definition.params, values, '', ['actor']).some(({ name }) => name === actor);
}

/** Returns whether a system collides with an actor. */
function touches({ definition, actors }: SimulationSystem, actor: string): boolean {
  return definition.reads.includes('colliders') && (!actors || actors.includes(actor));
}

function isGround({ definition }: SimulationSystem): boolean {
  return definition.shows === 'heightfield';
}

/**
 * Returns the depth to which the feet of an actor sink in, as a fraction of its height: the maximum over all systems that the actor may
 * touch.
 */
function softDepthFor(actor: string, systems: readonly SimulationSystem[]): number {
  const depths = systems
    .filter((system) => !system.actors || system.actors.includes(actor))
    .map((system) => system.definition.softDepth?.(system.params) ?? 0);
  return maxOf(depths, 0);
}

/** Returns how the first ground that an actor may touch carries weight, and its untouched surface. Null if there is no ground. */
function groundOf(
  actor: string,
  systems: readonly SimulationSystem[],
  floors: readonly { readonly system: SimulationSystem; readonly floor: GroundFloor }[],
): BearingGround | null {
  for (const system of systems) {
    const soil = touches(system, actor) ? system.definition.soil?.(system.params) : undefined;
    const floor = floors.find((one) => one.system.name === system.name)?.floor;
    if (soil && floor) return { name: system.name, soil, surface: floor.heightAt };
  }
  return null;
}
