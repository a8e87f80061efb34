import { openGlbPatch } from '../../files/glb-open.ts';
import type { GlbPatch } from '../../files/glb-patch.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { leadWithAnimation } from '../../files/lead-animation.ts';
import { append } from '../../math/lists.ts';
import { multiplyQuaternions } from '../../math/quaternion.ts';
import type { CreasedMesh } from '../../motion/crease-mesh.ts';
import type { RigidKey } from '../../motion/keyed-collider.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { BakeBody } from '../bake-plan.ts';
import { addCovers, type BodyCover, type CharacterCover } from './cover-characters.ts';
import { addRigidKeys, bodyClipName, buildKeyedBody } from './keyed-body.ts';
import { motionKeys } from './motion-keys.ts';
import { addCarrierNode } from './travelled-character.ts';

export interface BodyOptions {
  readonly name: string;
  /** File of the body, as the scene names it, for error messages. */
  readonly file: string;
  /** Seconds. The time of the clip is 0 at `start`. */
  readonly start: number;
  readonly end: number;
  /** What sticks to the body. Default: nothing. */
  readonly covers?: readonly BodyCover[];
}

export interface BodyFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name of the clip that moves the body. Null if the body does not move. */
  readonly clipName: string | null;
  readonly warnings: readonly string[];
}

/**
 * Returns a rigid body as a GLB with its motion. If the body is a glTF, the GLB contains everything of it. A new node is added above its
 * roots, and one more clip, which is the first, moves this node. Other meshes are written under one node. Throws the same errors as
 * `openGlbPatch`.
 */
export async function writeBody(
  body: BakeBody,
  { name, file, start, end, covers = [] }: BodyOptions,
): Promise<BodyFile> {
  const { motion, source, scale } = body;
  const keys = standStill(motionKeys(motion, start, end)).map((key) => ({ ...key, time: key.time - start }));
  const clipName = keys.length > 1 ? bodyClipName : null;
  if (!source) {
    const covering: string[] = [];
    const paint = (glb: GlbPatch, mesh: CreasedMesh) =>
      append(covering, addCovers(glb, [describeSurface(name, body, mesh)], coverCreased(body, mesh, covers)));
    return {
      bytes: buildKeyedBody({ ...body, name, keys, hasEdges: true, ...(covers.length > 0 && { paint }) }),
      clipName,
      warnings: covering,
    };
  }
  const { patch, warnings } = openGlbPatch(source.bytes, { name: file, resolve: source.resolve });
  const { turn, offset } = source;
  if (offset) {
    // The offset is in a separate node. So the moving node contains small numbers, for which single precision is accurate enough.
    const [x, y, z] = offset;
    addCarrierNode(patch, { name: `${name} offset`, translation: [-x, -y, -z], rotation: [...turn] });
  }
  const turned = offset
    ? keys
    : keys.map((key): RigidKey => {
        const rotation: [number, number, number, number] = [0, 0, 0, 1];
        multiplyQuaternions(rotation, key.rotation, turn);
        return { ...key, rotation };
      });
  const [{ position, rotation }] = turned;
  const placed = {
    name: `${name} travel`,
    translation: [...position],
    rotation: [...rotation],
    scale: [scale, scale, scale],
  };
  const node = addCarrierNode(patch, placed);
  const order = clipName ? leadWithAnimation(patch.json, addRigidKeys(patch, node, turned), true) : [];
  if (covers.length > 0) {
    const { surfaces } = await readGltf(source.bytes, { name: file, resolve: source.resolve });
    append(order, addCovers(patch, surfaces, divideCovers(surfaces, covers)));
  }
  return { bytes: patch.toGlb(), clipName, warnings: [...warnings, ...order] };
}

/** Returns the covers of the surfaces of a file, whose vertices the mesh of the body joins in their order. */
function divideCovers(surfaces: readonly RigSurface[], covers: readonly BodyCover[]): CharacterCover[] {
  return covers.map(({ amounts, color }) => {
    let first = 0;
    const divided = surfaces.map(({ positions }) => {
      const part = amounts.slice(first, first + positions.length / 3);
      first += part.length;
      return part.some((amount) => amount > 0) ? part : null;
    });
    return { amounts: divided, color };
  });
}

/** Returns the covers of a mesh whose vertices are split at edges, by their positions. */
function coverCreased(
  { mesh }: BakeBody,
  { positions }: CreasedMesh,
  covers: readonly BodyCover[],
): CharacterCover[] {
  const keyOf = (of: Float64Array, k: number) => `${of[3 * k]} ${of[3 * k + 1]} ${of[3 * k + 2]}`;
  return covers.map(({ amounts, color }) => {
    const amountOf = new Map(Array.from(amounts, (amount, k) => [keyOf(mesh.positions, k), amount]));
    const split = Uint8Array.from(
      { length: positions.length / 3 },
      (_, k) => amountOf.get(keyOf(positions, k))!,
    );
    return { amounts: [split], color };
  });
}

/** Describes the only surface of a body's own file, on its node 0. */
function describeSurface(
  name: string,
  { color }: BakeBody,
  { positions, indices, colors }: CreasedMesh,
): RigSurface {
  return {
    name,
    node: 0,
    skin: -1,
    positions: Float32Array.from(positions),
    normals: null,
    indices,
    influenceCount: 0,
    jointIndices: new Uint16Array(0),
    jointWeights: new Float32Array(0),
    morphTargets: [],
    color: [color[0], color[1], color[2]],
    colors,
  };
}

/** Returns only the first key if all keys are equal. */
function standStill(keys: readonly RigidKey[]): readonly RigidKey[] {
  const [first] = keys;
  const isStill = keys.every(
    ({ position, rotation }) =>
      position.every((value, axis) => value === first.position[axis]) &&
      rotation.every((value, c) => value === first.rotation[c]),
  );
  return isStill ? [first] : keys;
}
