import { reportSimulatedBody } from '../bake/bake-report.ts';
import { InputError, type InputFault } from '../input-error.ts';
import { Hasher } from '../math/hash.ts';
import { append } from '../math/lists.ts';
import { createActorObstacles, toFrame } from '../motion/props/actor-obstacles.ts';
import { loadRapier } from '../motion/props/load-rapier.ts';
import { decodeProps, encodeProps, playProps, type SimulatedProps } from '../motion/props/prop-record.ts';
import { PropSimulation } from '../motion/props/prop-simulation.ts';
import type { Obstacle, SimulatedBody } from '../motion/props/simulated-body.ts';
import { measureMass } from '../motion/response/estimate-mass.ts';
import type { PressSource } from '../motion/response/pressed-ground.ts';
import { createRigidPose } from '../motion/rigid-motion.ts';
import type { PrepareCache } from '../systems/prepare-context.ts';
import type { OpenActorOptions, OpenedActor } from './open-actor.ts';
import { isStatic } from './open-motion.ts';
import { type PreparedProp, prepareProp, settleProp } from './open-prop.ts';
import { ancestorsOf, orderByParents } from './order-by-parents.ts';
import type { SceneActor } from './scene.ts';

/** Heights of less than this are not reported, m. */
const minRaised = 0.005;

/** Indices of actors in the order in which they are opened: parents come before the actors that are fixed to them. */
export interface SimulationOrder {
  /** Actors with a motion of their own. */
  readonly given: readonly number[];
  /** Actors whose motion is simulated, in the order of the scene. */
  readonly simulated: readonly number[];
  /** Actors that are fixed to simulated ones. */
  readonly carried: readonly number[];
}

export function orderBySimulation(actors: readonly SceneActor[]): SimulationOrder {
  const names = new Set(actors.filter(({ simulated }) => simulated).map(({ name }) => name));
  const order = orderByParents(actors);
  const isCarried = (index: number) =>
    ancestorsOf(actors[index].parent, actors).some((name) => names.has(name));
  return {
    given: order.filter((index) => !actors[index].simulated && !isCarried(index)),
    simulated: actors.flatMap(({ simulated }, index) => (simulated ? [index] : [])),
    carried: order.filter(isCarried),
  };
}

/** Where motions of simulated objects are kept, so that other threads, and the next bake, need not simulate them again. */
export interface KeptSimulations {
  readonly cache: PrepareCache;
  /** Hash of the scene and of the files of its grounds. */
  readonly sceneHash: string;
}

/** The simulated objects of a scene. */
export interface OpenedSimulation {
  readonly opened: ReadonlyMap<string, OpenedActor>;
  readonly faults: readonly InputFault[];
  /** The prints of each object, with the name of the ground system that it presses. */
  readonly sources: readonly { readonly ground: string; readonly source: PressSource }[];
  /** Name and version of the engine, on which the result depends. Null if there are faults. */
  readonly engine: string | null;
}

/**
 * Opens the simulated objects of a scene. `given`: all actors that are neither simulated nor fixed to simulated ones, which are obstacles. `faultsOf`: returns the
 * faults that an error describes, and throws every other error. `kept`: null if results are not kept.
 */
export async function openSimulatedProps(
  actors: readonly SceneActor[],
  indices: readonly number[],
  given: ReadonlyMap<string, OpenedActor>,
  optionsFor: (index: number) => OpenActorOptions,
  faultsOf: (error: unknown, path: string) => readonly InputFault[],
  kept: KeptSimulations | null,
): Promise<OpenedSimulation> {
  const faults: InputFault[] = [];
  const prepared: {
    entry: SceneActor;
    options: OpenActorOptions;
    prop: PreparedProp;
    body: SimulatedBody;
  }[] = [];
  for (const index of indices) {
    const [entry, options] = [actors[index], optionsFor(index)];
    try {
      const prop = await prepareProp(entry, options);
      prepared.push({ entry, options, prop, body: describeBody(entry, options, prop) });
    } catch (error) {
      append(faults, faultsOf(error, options.path));
    }
  }
  if (faults.length > 0) return { opened: new Map(), faults, sources: [], engine: null };
  const [{ options }] = prepared;
  const rapier = await loadRapier(`${options.path}.simulated`);
  const bodies = prepared.map(({ body }) => body);
  const engine = `rapier ${rapier.version()}`;
  const { startTime, endTime } = options;
  const simulate = () =>
    new PropSimulation(rapier, bodies, describeObstacles(actors, given, startTime), startTime, endTime);
  const files = [
    ...[...given.values()].flatMap((actor) => [...actor.files]),
    ...prepared.flatMap(({ prop }) => [...prop.shape.files, ...prop.moved.files]),
  ];
  const simulation = kept ? await keep(kept, simulate, bodies, files, engine, startTime) : simulate();
  const opened = new Map<string, OpenedActor>();
  for (const [index, one] of prepared.entries()) {
    const simulated = {
      moved: simulation.motionOf(index),
      report: () => report(simulation, index, one.body, options.startTime),
    };
    opened.set(one.entry.name, await settleProp(one.entry, one.options, one.prop, simulated)());
  }
  const sources = prepared.map((one, index) => ({
    ground: one.options.ground!.name,
    source: simulation.sourceOf(index),
  }));
  return { opened, faults, sources, engine };
}

/** Returns the simulated objects of a scene from the cache, or simulates them to the end and keeps the result. */
async function keep(
  { cache, sceneHash }: KeptSimulations,
  simulate: () => PropSimulation,
  bodies: readonly SimulatedBody[],
  files: readonly Uint8Array[],
  engine: string,
  startTime: number,
): Promise<SimulatedProps> {
  const hasher = new Hasher().bytes(new TextEncoder().encode(`${sceneHash} ${engine}`));
  for (const bytes of new Set(files)) hasher.bytes(bytes);
  const key = `props-${hasher.digest()}`;
  const bytes = await cache.get(key);
  const found = bytes && decodeProps(bytes, key, startTime);
  if (found) return playProps(found, bodies, startTime);
  const simulation = simulate();
  await cache.put(key, encodeProps(simulation.record(), key));
  return simulation;
}

function report(simulation: SimulatedProps, index: number, { mass }: SimulatedBody, startTime: number) {
  const groundResponse = reportSimulatedBody(simulation.samplesOf(index), mass, startTime);
  const warnings: string[] = [];
  const raised = simulation.raisedBy(index);
  if (raised > minRaised) {
    warnings.push(
      `is ${Number(raised.toPrecision(2))} m deep in the ground at its release: it was raised to the surface`,
    );
  }
  if (groundResponse.body!.isLimited) {
    warnings.push(
      'sinks as deep as a simulated object can: to half of its smallest dimension, or to the firm ground below the soft layer',
    );
  }
  return { groundResponse, warnings };
}

function describeBody(
  entry: SceneActor,
  { path, ground, memory, startTime }: OpenActorOptions,
  { shape, moved }: PreparedProp,
): SimulatedBody {
  if (!ground) {
    throw InputError.at(
      `${path}.simulated`,
      'expected a ground in the scene that the object can touch, but there is none: add one, since it would fall without end',
    );
  }
  const positions = shape.mesh.positions.map((value) => value * shape.scale);
  const { indices } = shape.mesh;
  return {
    name: entry.name,
    mesh: { positions, indices },
    mass: entry.mass ?? measureMass([{ positions, indices }], path),
    friction: entry.friction,
    restitution: entry.restitution,
    given: moved.motion,
    releaseTime: Math.max(startTime, entry.releaseTime ?? startTime),
    velocity: entry.velocity,
    angularVelocity: entry.angularVelocity,
    soil: ground.soil,
    floor: ground.surface,
    pressed: memory?.pressed,
  };
}

function describeObstacles(
  actors: readonly SceneActor[],
  given: ReadonlyMap<string, OpenedActor>,
  startTime: number,
): Obstacle[] {
  return actors.flatMap((entry) => {
    const opened = given.get(entry.name);
    if (!opened) return [];
    // What is held by an actor overlaps with it when it is released.
    const ignores = actors.filter(({ simulated, parent }) => simulated && parent === entry.name);
    const names = ignores.map(({ name }) => name);
    if (!opened.motion) return createActorObstacles(opened.actor.character!.actor, startTime, names);
    const frame = createRigidPose();
    opened.motion.sample(frame, startTime);
    return opened.actor.posedMeshesAt(startTime).map(({ positions, indices }) => ({
      positions: toFrame(positions, frame),
      indices: Uint32Array.from(indices),
      motion: opened.motion!,
      isStatic: isStatic(entry),
      ignores: names,
    }));
  });
}
