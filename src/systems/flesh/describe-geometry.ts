import { InputError, type InputFault } from '../../input-error.ts';
import type { LongWork } from '../../long-work.ts';
import { append } from '../../math/lists.ts';
import type { Actor } from '../../motion/actor.ts';
import { hintAtName } from '../../nearest-name.ts';
import { describeSameNames, nodesNamed } from '../joint-names.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { findJointNodes, findSkinJoints } from './find-joint-nodes.ts';
import type { GeometryOptions } from './mesh/prepare-geometry.ts';
import type { FleshParams } from './params.ts';

/**
 * Returns the actor to which the flesh belongs. Throws InputError if the actor does not exist, or if the scene does not name one and has
 * several.
 */
export function requireActor(wanted: string | undefined, { actors, path }: PrepareContext): Actor {
  const names = [...actors.keys()];
  if (wanted === undefined) {
    if (names.length === 1) return actors.get(names[0])!;
    throw InputError.at(
      `${path}.actor`,
      names.length === 0
        ? 'expected a character among the actors, got none: flesh needs bones that carry it'
        : `expected the name of an actor, since there are several: ${names.join(', ')}`,
    );
  }
  const actor = actors.get(wanted);
  if (actor) return actor;
  throw InputError.at(`${path}.actor`, `no character is called "${wanted}", ${hintAtName(wanted, names)}`);
}

/**
 * Returns the mesher's options, with names resolved to indices. Irregularities of files are added to `oddities`. Throws
 * InputError that lists all unknown names.
 */
export function describeGeometry(
  params: FleshParams,
  actor: Actor,
  context: PrepareContext,
  oddities: string[],
): GeometryOptions {
  const { rig, scale } = actor;
  const { path } = context;
  const faults: InputFault[] = [];
  const jointNodes = [...new Set(rig.skins.flatMap((skin) => [...skin.joints]))].sort((a, b) => a - b);
  const findJoints = (name: string | number, path: string): number[] => {
    const nodes = findJointNodes(rig, name);
    const same = findSkinJoints(rig, nodesNamed(rig, name));
    append(oddities, describeSameNames(actor.name, name, same, 'first'));
    if (nodes.length > 0) return nodes;
    const known = (jointNodes.length > 0 ? jointNodes : [...rig.nodes.keys()]).map(
      (one) => rig.nodes[one].name,
    );
    faults.push({
      path,
      message: `no joint of ${actor.name} is called "${name}", ${hintAtName(String(name), known)}`,
    });
    return [];
  };
  const findSurfaces = (name: string, path: string): number[] => {
    const found = rig.surfaces.flatMap((surface, index) => (surface.name === name ? [index] : []));
    if (found.length === 0) {
      const known = rig.surfaces.map((surface) => surface.name);
      faults.push({
        path,
        message: `no surface of ${actor.name} is called "${name}", ${hintAtName(name, known)}`,
      });
    }
    return found;
  };
  const joints = params.joints?.flatMap((name, index) => findJoints(name, `${path}.joints[${index}]`));
  const surfaces = params.surfaces?.flatMap((name, index) =>
    findSurfaces(name, `${path}.surfaces[${index}]`),
  );
  const node = params.bone === undefined ? undefined : findJoints(params.bone, `${path}.bone`)[0];
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
    isFree: params.free,
    eachJoint: params.eachJoint,
  };
}

function describeCore(params: FleshParams, context: PrepareContext): GeometryOptions['core'] {
  if (params.core !== undefined) {
    return { kind: 'mesh', surface: context.readSurface(params.core, `${context.path}.core`) };
  }
  if (params.free || params.coreRadius === 0) return { kind: 'none' };
  return { kind: 'bones', radius: params.coreRadius };
}

/**
 * Runs work. If it throws an error whose path names an option of the mesher, the path is replaced by the corresponding key of the scene.
 */
export function* withSceneKeys<Result>(
  params: FleshParams,
  path: string,
  work: LongWork<Result>,
): LongWork<Result> {
  const names: Record<string, string> = {
    core: params.core === undefined ? 'coreRadius' : 'core',
    elementCount: 'elements',
    tetMesh: 'mesh',
    node: 'bone',
    isFree: 'free',
  };
  try {
    return yield* work;
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
