import { openGlbPatch } from '../../files/glb-open.ts';
import { leadWithAnimation } from '../../files/lead-animation.ts';
import { multiplyQuaternions } from '../../math/quaternion.ts';
import type { RigidKey } from '../../motion/keyed-collider.ts';
import type { BakeBody } from '../bake-plan.ts';
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
export function writeBody(body: BakeBody, { name, file, start, end }: BodyOptions): BodyFile {
  const { motion, source, scale } = body;
  const keys = standStill(motionKeys(motion, start, end)).map((key) => ({ ...key, time: key.time - start }));
  const clipName = keys.length > 1 ? bodyClipName : null;
  if (!source)
    return { bytes: buildKeyedBody({ ...body, name, keys, hasEdges: true }), clipName, warnings: [] };
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
  return { bytes: patch.toGlb(), clipName, warnings: [...warnings, ...order] };
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
