import type { BakeBody, BakeCharacter } from '../bake/bake-plan.ts';
import { buildKeyedBody } from '../bake/characters/keyed-body.ts';
import { motionKeys } from '../bake/characters/motion-keys.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { rotateVector } from '../math/quaternion.ts';
import { createActor } from '../motion/actor.ts';
import { createActorSkins } from '../motion/actor-skins.ts';
import { createActorDrives } from '../motion/drive-actor.ts';
import { createRigidCollider } from '../motion/keyed-collider.ts';
import { createRigidActor } from '../motion/rigid-actor.ts';
import { createRigidPose, type RigidMotion } from '../motion/rigid-motion.ts';
import { openNearMotion } from './far-coordinates.ts';
import { type SunkActor, sinkProp } from './ground-response.ts';
import type { FinishActor, OpenActorOptions } from './open-actor.ts';
import { isStatic, type OpenedMotion } from './open-motion.ts';
import { type OpenedPropMesh, openPropMesh } from './open-prop-mesh.ts';
import { openWheel } from './open-wheel.ts';
import type { SceneActor } from './scene.ts';

/** Colour of props whose file has no colours: grey. */
const propColor = [0.35, 0.35, 0.35] as const;

/** A rigid object whose files are read. */
export interface PreparedProp {
  readonly shape: OpenedPropMesh;
  readonly moved: OpenedMotion;
}

/**
 * Reads the files of an actor that is one rigid object: a mesh (OBJ, STL, PLY, or the rest pose of a glTF) that follows keys, a node of a glTF, or
 * another actor, and rolls if it is a wheel. A mesh without any of these stays at its position. Throws InputError, also for values that
 * only a character has.
 */
export async function prepareProp(entry: SceneActor, options: OpenActorOptions): Promise<PreparedProp> {
  refuseCharacterValues(entry, options.path);
  const shape = await openPropMesh(entry, options);
  return { shape, moved: await openNearMotion(entry, shape.offset, options) };
}

/**
 * Prepares the actor of a rigid object: see `prepareActor`. `simulated`: its simulated motion; null if it follows the motion that it was given.
 */
export function settleProp(
  entry: SceneActor,
  options: OpenActorOptions,
  { shape, moved }: PreparedProp,
  simulated: SunkActor<RigidMotion> | null,
): FinishActor {
  const { startTime, carries } = options;
  const { mesh, offset, scale, height, files, source, warnings } = shape;
  const wheel = entry.roll ? openWheel(entry, mesh, scale, moved, options) : null;
  const given = wheel?.motion ?? moved.motion;
  const poseMesh = createMeshPoser(mesh.positions, scale);
  const surfacesAt = (t: number) => [{ positions: poseMesh(given, t), indices: mesh.indices }];
  const sunk = simulated ?? sinkProp(given, surfacesAt, entry, options);
  const motion = sunk?.moved ?? given;
  return async () => {
    const sinking = options.isCopy ? undefined : sunk?.report();
    const create = () =>
      createRigidCollider(entry.name, mesh, motion, { profile: entry.profile, scale, startTime });
    const body: BakeBody = {
      mesh,
      motion,
      scale,
      color: propColor,
      source: source && { ...source, offset: offset?.map((part) => part / scale) },
    };
    const character = carries ? await openAsCharacter(body, entry, options) : null;
    const posed = character?.actor ?? createRigidActor(entry.name, mesh, motion, scale);
    return {
      files: [...files, ...moved.files],
      motion,
      meshOffset: offset,
      posed,
      actor: {
        name: entry.name,
        file: entry.file,
        character,
        body: character ? undefined : body,
        colliders: {
          name: entry.name,
          createColliders: create,
          createDrives: () => createActorDrives(posed, { startTime }),
          createSkins: character
            ? (soft) => createActorSkins(character.actor, { startTime, soft })
            : undefined,
        },
        report: {
          name: entry.name,
          joints: 0,
          triangles: mesh.indices.length / 3,
          ...(isStatic(entry) && !entry.simulated && { isStatic: true }),
          ...(entry.simulated && { isSimulated: true }),
          height,
          scale,
          travel: null,
          ...(wheel && { roll: wheel.report }),
          ...(sinking && { groundResponse: sinking.groundResponse }),
          warnings: [
            ...warnings,
            ...moved.warnings,
            ...(wheel?.warnings ?? []),
            ...(sinking?.warnings ?? []),
          ],
        },
        isShown: entry.visible,
        posedMeshesAt: (t) => [
          { positions: poseMesh(motion, t), indices: mesh.indices, color: propColor, colors: mesh.colors },
        ],
      },
    };
  };
}

/** Returns a function that gives the positions of a mesh at a time of a motion, world metres. `scale`: metres per unit of the mesh. */
function createMeshPoser(
  rest: ArrayLike<number>,
  scale: number,
): (motion: RigidMotion, t: number) => Float64Array {
  const pose = createRigidPose();
  const corner = new Float64Array(3);
  return (motion, t) => {
    motion.sample(pose, t);
    const positions = new Float64Array(rest.length);
    for (let k = 0; k < positions.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) corner[axis] = rest[k + axis] * scale;
      rotateVector(corner, pose.rotation, corner);
      for (let axis = 0; axis < 3; axis++) positions[k + axis] = corner[axis] + pose.position[axis];
    }
    return positions;
  };
}

/** Returns the object as a character whose only node follows its motion, so that it can have flesh. */
async function openAsCharacter(
  body: BakeBody,
  { name, file, parent }: SceneActor,
  { path, startTime, endTime }: OpenActorOptions,
): Promise<BakeCharacter> {
  if (body.source) {
    const given = parent === undefined ? 'keys' : 'parent';
    throw InputError.at(
      `${path}.${given}`,
      `expected an .obj, .stl or .ply, since an object with ${given === 'keys' ? 'keys' : 'a parent'} has flesh, got a glTF file: ` +
        `give it a clip of its own instead of ${given === 'keys' ? 'keys' : 'a parent'}, so that nothing else in the file is lost`,
    );
  }
  const { knots } = body.motion;
  const start = knots ? knots[0] : startTime;
  const end = knots ? knots[knots.length - 1] : endTime;
  const keys = motionKeys(body.motion, start, end);
  const bytes = buildKeyedBody({ ...body, name, keys });
  const rig = await readGltf(bytes, { name: file });
  const clip = keys.length > 1 ? 0 : null;
  return { actor: createActor(rig, { name, scale: 1, clip, path }), bytes, resolve: () => undefined };
}

/** Throws InputError for values that contradict the keys, or that only a gait has. */
function refuseCharacterValues(entry: SceneActor, path: string): void {
  const given = {
    speed: entry.speed !== undefined,
    softDepth: entry.softDepth !== undefined,
    position:
      !isStatic(entry) && entry.parent === undefined && entry.position.some((coordinate) => coordinate !== 0),
    heading: entry.heading !== 0 && !isStatic(entry),
    offset: entry.offset !== 0,
    travel: entry.travel !== 'auto' && !(isStatic(entry) && entry.travel === 'still'),
    clip: entry.clip !== undefined && isStatic(entry),
    clips: entry.clips.length > 0,
    path: entry.path !== undefined,
    follow: entry.follow !== 'auto',
    colors: entry.colors.length > 0,
    mannequin: entry.mannequin !== 'auto',
  };
  const faults = Object.entries(given).filter(([, isGiven]) => isGiven);
  if (faults.length === 0) return;
  const goes = isStatic(entry)
    ? 'an object without keys or poses stays at its position, rotated by its heading'
    : entry.parent === undefined
      ? 'an actor with keys or poses follows them'
      : 'an actor with a parent moves with the parent, and rotation rotates it';
  throw new InputError(
    faults.map(([name]) => ({
      path: `${path}.${name}`,
      message: `only a character with a clip has this; ${goes}: leave it out`,
    })),
  );
}
