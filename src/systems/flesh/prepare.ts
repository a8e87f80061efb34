import { InputError } from '../../input-error.ts';
import { workInTurns } from '../../long-work.ts';
import { append } from '../../math/lists.ts';
import { createMatrix, multiplyMatrices } from '../../math/matrix.ts';
import type { Actor } from '../../motion/actor.ts';
import { driveDown, driveStride } from '../../motion/drive.ts';
import { createDriveFrame, readDriveFrame } from '../../motion/drive-frame.ts';
import { writeDown } from '../../motion/drive-moment.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import type { PrepareContext, PreparedFile } from '../prepare-context.ts';
import { readParams } from '../read-params.ts';
import { refuseKeysInLoop, requireRepeat } from '../repeat-clip.ts';
import { checkFlesh } from './check-params.ts';
import { describeGeometry, requireActor, withSceneKeys } from './describe-geometry.ts';
import { findJointNodes } from './find-joint-nodes.ts';
import { hashSource } from './hash-source.ts';
import { preparedMaterial } from './materials.ts';
import { measureSelection } from './measure-selection.ts';
import { dividingRegion } from './mesh/divide-region.ts';
import { embeddingShapes, listMoved } from './mesh/embed-shapes.ts';
import { type GeometryOptions, preparingGeometry } from './mesh/prepare-geometry.ts';
import { findingWarpShapes } from './mesh/warp-shapes.ts';
import { countProducts, maxWarpedModes, splitShapes } from './modal-warp.ts';
import { namePartOutput } from './outputs.ts';
import { type FleshInput, type FleshParams, fleshParams } from './params.ts';
import type { FleshPart } from './part.ts';
import { decodeFleshPart, encodeFleshPart } from './part-file.ts';
import { decodePartList, encodePartList } from './part-list.ts';
import { measureReach } from './reach-probe.ts';
import { resolveMaterial } from './settings.ts';
import { maxElements, maxKernelBytes, minSolveBytes } from './solve/memory-need.ts';
import { solvingModes } from './solve/solve-modes.ts';
import { findTouchingBodies, type PreparedTouch, prepareTouch } from './touch/prepare-touch.ts';

/** The data that a run of flesh needs in addition to its parameters. */
export interface FleshPrepared {
  /** At least one part, the largest first. */
  readonly parts: readonly PreparedPart[];
  readonly actor: Actor;
  /** The bodies that push it aside. Null if there are none. */
  readonly touch: PreparedTouch | null;
  /** One file for each part. */
  readonly files: readonly PreparedFile[];
}

export interface PreparedPart {
  /** The part with the stiffness and density of `preparedMaterial`, see `applyMaterial`. */
  readonly part: FleshPart;
  /** The world's down direction in the part's frame, in the rig's rest pose. */
  readonly restDown: readonly [number, number, number];
}

/**
 * Prepares the flesh of a scene's character, or reads it from the cache. Each body of the region becomes a part, see `divideRegion`. Throws
 * InputError for names that do not exist, for regions that cannot be filled with flesh, and for the same faults of parameters as
 * `createFlesh`.
 */
export async function prepareFlesh(
  given: FleshInput,
  context: PrepareContext,
): Promise<FleshPrepared | null> {
  const { path } = context;
  const params = readParams({ params: fleshParams, check: checkFlesh }, given, path);
  const actor = requireActor(params.actor, context);
  refuseKeysInLoop(params, context);
  if (params.loop) requireRepeat(actor, path);
  const oddities: string[] = [];
  const described = describeGeometry(params, actor, context, oddities);
  const file = params.mesh === undefined ? null : await context.readTetMesh(params.mesh, `${path}.mesh`);
  const geometry = { ...described, tetMesh: file?.mesh };
  append(oddities, file?.warnings ?? []);
  requireMemory(params, geometry, path);
  const bodies = findTouchingBodies(params, actor, context);
  if (context.checkOnly) return null;
  const key = hashSource(params, actor.rig, geometry);
  const made =
    (context.results.get(key) as readonly FleshPart[] | undefined) ??
    (await findCachedParts(context, key)) ??
    (await makeParts(params, actor.rig, geometry, key, oddities, context));
  context.results.set(key, made);
  const parts = made.map((part, index) => ({ ...part, name: namePart(context.name, index) }));
  return {
    parts: parts.map((part) => ({ part, restDown: findRestDown(actor.rig, part) })),
    actor,
    touch: prepareTouch(bodies, actor, parts, params),
    files: parts.map((part) => ({
      name: part.name,
      extension: 'flesh',
      bytes: () => encodeFleshPart(part),
    })),
  };
}

/** Throws InputError before meshing if the solver would need more memory than a kernel can have. */
function requireMemory(
  { modes, basis }: FleshParams,
  { elementCount, tetMesh }: GeometryOptions,
  path: string,
): void {
  const elements = tetMesh ? tetMesh.tets.length / tetMesh.nodesPerTet : elementCount;
  const bytes = minSolveBytes(elements, modes, basis);
  if (bytes <= maxKernelBytes) return;
  throw InputError.at(
    `${path}.${tetMesh ? 'mesh' : 'elements'}`,
    `expected elements whose shapes are found within 4 GB of memory, got ${elements} with ${modes} modes, which take at least ` +
      `${(bytes / 1e9).toFixed(1)} GB: use at most ${maxElements(modes, basis)} elements, or fewer modes`,
  );
}

/** Returns the name of a part. As for outputs, it is formed from the name of the system: `belly`, `belly-part-2`. */
function namePart(system: string, index: number): string {
  return index === 0 ? system : `${system}-${namePartOutput(index)}`;
}

async function findCachedParts(context: PrepareContext, key: string): Promise<FleshPart[] | null> {
  const bytes = await context.cache?.get(key);
  const list = bytes && decodePartList(bytes);
  if (!list) {
    const part = bytes ? decodeCached(bytes, key) : null;
    if (part) context.progress?.(1, 'found prepared');
    return part && [part];
  }
  const parts = await Promise.all(list.keys.map((own) => findCachedPart(context, own)));
  if (parts.includes(null)) return null;
  context.progress?.(1, 'found prepared');
  return addWarnings(parts as FleshPart[], list.warnings);
}

async function findCachedPart({ cache }: PrepareContext, key: string): Promise<FleshPart | null> {
  const bytes = await cache?.get(key);
  return bytes ? decodeCached(bytes, key) : null;
}

function decodeCached(bytes: Uint8Array, key: string): FleshPart | null {
  try {
    const part = decodeFleshPart(bytes);
    return part.key === key ? part : null;
  } catch (error) {
    // The cache entry is damaged and will be replaced.
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Adds warnings to the warnings of the first part. */
function addWarnings(parts: readonly FleshPart[], warnings: readonly string[]): FleshPart[] {
  if (warnings.length === 0) return [...parts];
  const [first, ...others] = parts;
  const { quality } = first;
  return [{ ...first, quality: { ...quality, warnings: [...quality.warnings, ...warnings] } }, ...others];
}

/** Creates a part for each body of the region. If there is only one, its key is that of the whole system. */
async function makeParts(
  params: FleshParams,
  rig: Rig,
  whole: GeometryOptions,
  key: string,
  oddities: readonly string[],
  context: PrepareContext,
): Promise<FleshPart[]> {
  const { path, cache, progress } = context;
  const bodies = await workInTurns(withSceneKeys(params, path, dividingRegion(rig, whole)), context);
  if (bodies.length === 1) return [await makePart(params, rig, whole, key, oddities, context)];
  const parts: FleshPart[] = [];
  const warnings: string[] = [];
  for (const [index, options] of bodies.entries()) {
    const own: PrepareContext = {
      ...context,
      name: namePart(context.name, index),
      progress: (fraction, message) => progress?.((index + fraction) / bodies.length, message),
    };
    const ownKey = hashSource(params, rig, options);
    try {
      parts.push(
        (await findCachedPart(context, ownKey)) ??
          (await makePart(params, rig, options, ownKey, index === 0 ? oddities : [], own)),
      );
    } catch (error) {
      if (index === 0 || !(error instanceof InputError)) throw error;
      warnings.push(
        `body ${index + 1} of ${bodies.length} gets no flesh and follows only its bones: ${error.message}`,
      );
    }
  }
  await cache?.put(key, encodePartList({ keys: parts.map((part) => part.key), warnings }));
  return addWarnings(parts, warnings);
}

async function makePart(
  params: FleshParams,
  rig: Rig,
  options: GeometryOptions,
  key: string,
  oddities: readonly string[],
  context: PrepareContext,
): Promise<FleshPart> {
  const { path, name, progress, cache } = context;
  const report = (from: number, to: number, message: string) => (fraction: number) => {
    progress?.(from + (to - from) * fraction, message);
  };
  report(0, 0, 'generating elements')(0);
  const work = preparingGeometry(rig, { ...options, progress: report(0, 0.3, 'generating elements') });
  const geometry = await workInTurns(withSceneKeys(params, path, work), context);
  const solving = solvingModes(
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
      progress: report(0.3, 0.95, 'computing shapes'),
    },
  );
  const model = await workInTurns(solving, context);
  // A part may have fewer modes than were requested, if it has few elements.
  const normalModes =
    params.normalModes &&
    [...new Set(params.normalModes)]
      .sort((a, b) => a - b)
      .map((mode) => mode - 1)
      .filter((mode) => mode < model.modeCount);
  const { modeCount } = model;
  const warpedModes = params.modalWarping ? Math.min(modeCount, maxWarpedModes) : undefined;
  const turns = warpedModes
    ? await workInTurns(findingWarpShapes(geometry.mesh, model.shapes, warpedModes), context)
    : [];
  const shapes = new Float64Array(model.shapes.length + turns.length);
  shapes.set(model.shapes);
  shapes.set(turns, model.shapes.length);
  const shapeCount = modeCount + countProducts(warpedModes ?? 0);
  const embedded = await workInTurns(embeddingShapes(geometry, shapes, shapeCount, normalModes), context);
  const split = splitShapes(embedded, modeCount, warpedModes);
  const { node, inverseBind, scale } = geometry;
  const shown = { modeCount, scale, ...split };
  const named = new Map(params.joints?.map((joint) => [String(joint), findJointNodes(rig, joint)]));
  const chosen = measureSelection(rig, listMoved(geometry.embedded), node, { ...options, named });
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
      selection: chosen.selection,
      warnings: [...oddities, ...geometry.warnings, ...model.warnings, ...chosen.warnings],
    },
  };
  await cache?.put(key, encodeFleshPart(part));
  progress?.(1, 'prepared');
  return part;
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
