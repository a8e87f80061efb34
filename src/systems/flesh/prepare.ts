import { InputError, type InputFault } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { createMatrix, multiplyMatrices } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import { driveDown, driveStride } from '../../motion/drive.ts';
import { createDriveFrame, readDriveFrame } from '../../motion/drive-frame.ts';
import { writeDown } from '../../motion/drive-moment.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import { findNearestName } from '../../nearest-name.ts';
import type { PrepareContext, PreparedFile } from '../system.ts';
import { preparedMaterial } from './materials.ts';
import { embedShapes } from './mesh/embed-shapes.ts';
import { type GeometryOptions, prepareGeometry } from './mesh/prepare-geometry.ts';
import type { FleshParams } from './params.ts';
import type { FleshPart } from './part.ts';
import { decodeFleshPart, encodeFleshPart, partVersion } from './part-file.ts';
import { measureReach } from './reach-probe.ts';
import { resolveMaterial } from './settings.ts';
import { solveModes } from './solve/solve-modes.ts';

/** What a run of flesh needs beside its parameters. */
export interface FleshPrepared {
  /** Of `preparedMaterial`'s stiffness and density: see `applyMaterial`. */
  readonly part: FleshPart;
  readonly actor: Actor;
  /** The world's down direction in the part's frame, in the rig's rest pose. */
  readonly restDown: readonly [number, number, number];
  readonly file: PreparedFile;
}

/**
 * Prepares a part of a scene's character, or finds it in the cache. Throws InputError for names that do not exist and for
 * regions that no flesh can be made of.
 */
export async function prepareFlesh(
  params: FleshParams,
  context: PrepareContext,
): Promise<FleshPrepared | null> {
  const { path } = context;
  const actor = requireActor(params.actor, context);
  if (params.loop && !(actor.travel?.repeats && Number.isFinite(actor.travel.period))) {
    throw InputError.at(
      `${path}.loop`,
      `expected an actor whose clip repeats, but ${actor.name} plays "${actor.clip?.name ?? 'nothing'}" once: ` +
        'leave "loop" out, or play a clip whose end meets its start',
    );
  }
  const oddities: string[] = [];
  const geometry = describeGeometry(params, actor, context, oddities);
  if (context.checkOnly) return null;
  const key = hashSource(params, actor.rig, geometry);
  const part =
    (context.made.get(key) as FleshPart | undefined) ??
    (await findCached(context, key)) ??
    (await makePart(params, actor.rig, geometry, key, oddities, context));
  context.made.set(key, part);
  const named = { ...part, name: context.name };
  return {
    part: named,
    actor,
    restDown: findRestDown(actor.rig, part),
    file: { ending: 'flesh', bytes: () => encodeFleshPart(named) },
  };
}

async function findCached({ cache, progress }: PrepareContext, key: string): Promise<FleshPart | null> {
  const bytes = await cache?.get(key);
  if (!bytes) return null;
  try {
    const part = decodeFleshPart(bytes);
    if (part.key !== key) return null;
    progress?.(1, 'found prepared');
    return part;
  } catch (error) {
    // What is damaged is made anew.
    if (error instanceof InputError) return null;
    throw error;
  }
}

async function makePart(
  params: FleshParams,
  rig: Rig,
  options: GeometryOptions,
  key: string,
  oddities: readonly string[],
  context: PrepareContext,
): Promise<FleshPart> {
  const { path, name, signal, progress, pause, cache } = context;
  const report = (from: number, to: number, words: string) => (share: number) => {
    signal?.throwIfAborted();
    progress?.(from + (to - from) * share, words);
  };
  report(0, 0, 'filling it with elements')(0);
  const geometry = inSceneWords(params, path, () =>
    prepareGeometry(rig, { ...options, progress: report(0, 0.3, 'filling it with elements'), signal }),
  );
  await pause?.();
  const model = solveModes(
    geometry.mesh,
    geometry.fixed,
    {
      youngsModulus: preparedMaterial.stiffness,
      poissonRatio: resolveMaterial(params).poisson,
      density: preparedMaterial.density,
    },
    {
      modeCount: params.modes,
      basis: params.basis,
      path,
      progress: report(0.3, 0.95, 'finding its shapes'),
      signal,
    },
  );
  await pause?.();
  const surfaces = embedShapes(geometry, model.shapes, model.modeCount);
  const { node, inverseBind, scale } = geometry;
  const shown = { modeCount: model.modeCount, scale, surfaces };
  const part: FleshPart = {
    name,
    key,
    node,
    inverseBind,
    ...shown,
    omega2: model.omega2,
    transfer: model.transfer,
    coriolis: model.coriolis,
    spin: model.spin,
    reach: measureReach(shown),
    quality: {
      ...geometry.quality,
      mass: model.mass,
      volume: model.volume,
      frequencies: [...model.omega2].map((value) => Math.sqrt(Math.max(value, 0)) / (2 * Math.PI)),
      effectiveMass: [...model.effectiveMass] as [number, number, number],
      expectedError: model.expectedError,
      residual: model.residual,
      iterations: model.iterations,
      warnings: [...oddities, ...geometry.warnings, ...model.warnings],
    },
  };
  await cache?.put(key, encodeFleshPart(part));
  progress?.(1, 'prepared');
  return part;
}

function requireActor(wanted: string | undefined, { actors, path }: PrepareContext): Actor {
  const names = [...actors.keys()];
  if (wanted === undefined) {
    if (names.length === 1) return actors.get(names[0])!;
    throw InputError.at(
      `${path}.actor`,
      names.length === 0
        ? 'expected a character among the actors, got none: flesh rides on bones'
        : `expected the name of an actor, since there are several: ${names.join(', ')}`,
    );
  }
  const actor = actors.get(wanted);
  if (actor) return actor;
  throw InputError.at(`${path}.actor`, `no character is called "${wanted}", ${hintAt(wanted, names)}`);
}

/**
 * What is asked of the mesher, with names as indices. What is odd about files goes into `oddities`. Throws InputError with
 * every unknown name.
 */
function describeGeometry(
  params: FleshParams,
  actor: Actor,
  context: PrepareContext,
  oddities: string[],
): GeometryOptions {
  const { rig, scale } = actor;
  const { path } = context;
  const faults: InputFault[] = [];
  const jointNodes = [...new Set(rig.skins.flatMap((skin) => [...skin.joints]))].sort((a, b) => a - b);
  const find = (nodes: readonly number[], name: string) =>
    nodes.find((node) => rig.nodes[node].name === name);
  const findJoint = (name: string, place: string): number => {
    const node = find(jointNodes, name) ?? find([...rig.nodes.keys()], name);
    if (node !== undefined) return node;
    const known = (jointNodes.length > 0 ? jointNodes : [...rig.nodes.keys()]).map(
      (one) => rig.nodes[one].name,
    );
    faults.push({
      path: place,
      message: `no joint of ${actor.name} is called "${name}", ${hintAt(name, known)}`,
    });
    return -1;
  };
  const findSurfaces = (name: string, place: string): number[] => {
    const found = rig.surfaces.flatMap((surface, index) => (surface.name === name ? [index] : []));
    if (found.length === 0) {
      const known = rig.surfaces.map((surface) => surface.name);
      faults.push({
        path: place,
        message: `no surface of ${actor.name} is called "${name}", ${hintAt(name, known)}`,
      });
    }
    return found;
  };
  const readMesh = (file: string) => {
    const { mesh, warnings } = context.readTetMesh(file, `${path}.mesh`);
    oddities.push(...warnings);
    return mesh;
  };
  const joints = params.joints?.map((name, index) => findJoint(name, `${path}.joints[${index}]`));
  const surfaces = params.surfaces?.flatMap((name, index) =>
    findSurfaces(name, `${path}.surfaces[${index}]`),
  );
  const node = params.bone === undefined ? undefined : findJoint(params.bone, `${path}.bone`);
  if (faults.length > 0) throw new InputError(faults);
  const mask = params.mask === undefined ? undefined : context.readMask(params.mask, `${path}.mask`, actor);
  return {
    path,
    actorScale: scale,
    surfaces,
    joints,
    threshold: params.threshold,
    mask,
    node,
    core: describeCore(params, context),
    elementCount: params.elements,
    tetMesh: params.mesh === undefined ? undefined : readMesh(params.mesh),
    isFree: params.free,
  };
}

function describeCore(params: FleshParams, context: PrepareContext): GeometryOptions['core'] {
  if (params.core !== undefined) {
    return { kind: 'mesh', surface: context.readSurface(params.core, `${context.path}.core`) };
  }
  if (params.free || params.coreRadius === 0) return { kind: 'none' };
  return { kind: 'bones', radius: params.coreRadius };
}

/** Does something whose faults bear the mesher's names, and gives them those of the scene's keys. */
function inSceneWords<Result>(params: FleshParams, path: string, work: () => Result): Result {
  const names: Record<string, string> = {
    core: params.core === undefined ? 'coreRadius' : 'core',
    elementCount: 'elements',
    tetMesh: 'mesh',
    node: 'bone',
    isFree: 'free',
  };
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.faults.map((fault) => {
        const key = fault.path.startsWith(`${path}.`) ? fault.path.slice(path.length + 1) : '';
        return names[key] ? { ...fault, path: `${path}.${names[key]}` } : fault;
      }),
    );
  }
}

/** 16 hex digits over all that a part is made from. */
function hashSource(params: FleshParams, rig: Rig, options: GeometryOptions): string {
  const { surfaces, joints, mask, core, tetMesh } = options;
  const hasher = new Hasher();
  const words = {
    version: partVersion,
    scale: options.actorScale,
    threshold: options.threshold,
    surfaces,
    joints,
    node: options.node,
    core: core?.kind === 'mesh' ? 'mesh' : core,
    elements: options.elementCount,
    free: options.isFree,
    modes: params.modes,
    basis: params.basis,
    poisson: resolveMaterial(params).poisson,
    order: [...rig.order],
    nodes: rig.nodes.map(({ parent, translation, rotation, scale }) => [
      parent,
      translation,
      rotation,
      scale,
    ]),
    rides: rig.surfaces.map((surface) => [surface.node, surface.skin, surface.influenceCount]),
  };
  hasher.bytes(new TextEncoder().encode(JSON.stringify(words)));
  for (const skin of rig.skins) hasher.array(skin.joints).array(skin.inverseBind);
  for (const surface of rig.surfaces) {
    hasher.array(surface.positions).array(surface.indices);
    hasher.array(surface.jointIndices).array(surface.jointWeights);
    if (surface.normals) hasher.array(surface.normals);
  }
  for (const weights of mask ?? []) if (weights) hasher.array(weights);
  if (core?.kind === 'mesh') hasher.array(core.surface.positions).array(core.surface.triangles);
  if (tetMesh) {
    hasher.array(tetMesh.positions).array(tetMesh.tets);
    for (const group of tetMesh.groups) {
      hasher.bytes(new TextEncoder().encode(group.name)).array(group.nodes);
    }
  }
  return hasher.digest();
}

function findRestDown(rig: Rig, part: FleshPart): [number, number, number] {
  const pose = new Pose(rig);
  pose.updateWorld();
  const matrix = createMatrix();
  multiplyMatrices(matrix, 0, pose.world, 16 * part.node, part.inverseBind, 0);
  const frame = createDriveFrame();
  readDriveFrame(frame, matrix);
  const moment = new Float64Array(driveStride);
  writeDown(moment, frame.rotation, frame.mirror);
  return [moment[driveDown], moment[driveDown + 1], moment[driveDown + 2]];
}

function hintAt(name: string, known: readonly string[]): string {
  const named = known.filter((one) => one !== '');
  const suggestion = findNearestName(name, named);
  if (suggestion) return `did you mean "${suggestion}"?`;
  return named.length > 0 ? `there is ${named.join(', ')}` : 'there is none with a name';
}
