import type { BakeCharacter } from '../bake/bake-plan.ts';
import { buildKeyedBody, type KeyedBody } from '../bake/keyed-body.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { readKeys } from '../files/keys.ts';
import { InputError } from '../input-error.ts';
import { rotateVector } from '../math/quaternion.ts';
import { createActor } from '../motion/actor.ts';
import { createActorSkins } from '../motion/actor-skins.ts';
import type { RigidCollider } from '../motion/collider.ts';
import { createActorDrives } from '../motion/drive-actor.ts';
import { createKeyedCollider, type TriangleMesh } from '../motion/keyed-collider.ts';
import type { OpenActorOptions, OpenedActor } from './open-actor.ts';
import { readMesh } from './read-mesh.ts';
import type { SceneActor } from './scene.ts';
import { requireFile } from './scene-files.ts';

/** Props are drawn in a plain grey. */
const propColor = [0.35, 0.35, 0.35] as const;

/**
 * Opens an actor that follows keys: a mesh (OBJ, or the rest pose of a glTF) and a file of poses over time.
 * Throws InputError, also for values that only a character has.
 */
export async function openProp(
  entry: SceneActor,
  { path, files, startTime, carries }: OpenActorOptions,
): Promise<OpenedActor> {
  refuseCharacterValues(entry, path);
  const meshBytes = requireFile(files, entry.file, `${path}.file`);
  const keyBytes = requireFile(files, entry.keys!, `${path}.keys`);
  const keys = readKeys(new TextDecoder().decode(keyBytes), entry.keys!);
  const mesh = await readMesh(meshBytes, entry.file, files);
  const height = measureHeight(mesh);
  const scale = entry.height === undefined ? (entry.scale ?? 1) : entry.height / height;
  const create = () =>
    createKeyedCollider(entry.name, mesh, keys, { profile: entry.profile, scale, startTime });
  const poser = create();
  const character = carries
    ? await openAsCharacter({ name: entry.name, mesh, keys, scale, color: propColor }, entry.file, path)
    : null;
  return {
    files: [meshBytes, keyBytes],
    actor: {
      name: entry.name,
      file: entry.file,
      character,
      colliders: {
        name: entry.name,
        createColliders: create,
        createDrives: character ? () => createActorDrives(character.actor, { startTime }) : undefined,
        createSkins: character ? () => createActorSkins(character.actor, { startTime }) : undefined,
      },
      report: {
        name: entry.name,
        joints: 0,
        triangles: mesh.indices.length / 3,
        height: height * scale,
        scale,
        travel: null,
        warnings: [],
      },
      isShown: entry.shown,
      figuresAt(t) {
        poser.advance(t, t + 1);
        const positions = placeBody(poser.colliders[0] as RigidCollider);
        return [{ positions, indices: mesh.indices, color: propColor }];
      },
    },
  };
}

/** The thing as a character whose only node follows the keys, so that flesh can ride on it and be baked. */
async function openAsCharacter(body: KeyedBody, file: string, path: string): Promise<BakeCharacter> {
  if (/\.(glb|gltf)$/i.test(file)) {
    throw InputError.at(
      `${path}.keys`,
      'expected an .obj where a thing with keys is soft, got a glTF file: give it a clip of its own instead of keys, ' +
        'so that nothing else in the file is lost',
    );
  }
  const bytes = buildKeyedBody(body);
  const rig = await readGltf(bytes, { name: file });
  const clip = body.keys.length > 1 ? 0 : null;
  return {
    actor: createActor(rig, { name: body.name, scale: 1, clip, path }),
    bytes,
    resolve: () => undefined,
  };
}

/** Values that would contradict the keys, or that only a gait has. */
function refuseCharacterValues(entry: SceneActor, path: string): void {
  const given = {
    speed: entry.speed !== undefined,
    softDepth: entry.softDepth !== undefined,
    position: entry.position.some((coordinate) => coordinate !== 0),
    heading: entry.heading !== 0,
    offset: entry.offset !== 0,
    travel: entry.travel !== 'auto',
    up: entry.up !== 'auto',
  };
  const faults = Object.entries(given).filter(([, isGiven]) => isGiven);
  if (faults.length === 0) return;
  throw new InputError(
    faults.map(([name]) => ({
      path: `${path}.${name}`,
      message:
        'only a character with a clip has this; an actor with keys goes where its keys say: leave it out',
    })),
  );
}

function measureHeight({ positions }: TriangleMesh): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < positions.length; k += 3) {
    min = Math.min(min, positions[k]);
    max = Math.max(max, positions[k]);
  }
  return max - min;
}

/** World positions of a body's vertices at the start of its motion. */
function placeBody({ positions, start }: RigidCollider): Float64Array {
  const out = new Float64Array(positions.length);
  const corner = new Float64Array(3);
  for (let k = 0; k < positions.length; k += 3) {
    rotateVector(corner, start.rotation, positions.subarray(k, k + 3));
    for (let axis = 0; axis < 3; axis++) out[k + axis] = corner[axis] + start.position[axis];
  }
  return out;
}
