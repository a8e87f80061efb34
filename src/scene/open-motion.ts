import { finishKeys, makeKey } from '../files/finish-keys.ts';
import { readKeyFile } from '../files/keys.ts';
import { InputError } from '../input-error.ts';
import { cos, sin } from '../math/portable.ts';
import { normalizeQuaternion } from '../math/quaternion.ts';
import { createJointMotion } from '../motion/joint-motion.ts';
import type { RigidKey } from '../motion/keyed-collider.ts';
import {
  createAttachedMotion,
  createKeyedMotion,
  type RigidMotion,
  type RigidOffset,
} from '../motion/rigid-motion.ts';
import { followNode } from './follow-node.ts';
import { isNodeFile } from './node-file.ts';
import type { OpenActorOptions } from './open-actor.ts';
import { requireNode } from './require-node.ts';
import type { SceneActor } from './scene.ts';
import { requireFile } from './scene-files.ts';

/** The motion of a rigid object, from its entry in the scene. */
export interface OpenedMotion {
  readonly motion: RigidMotion;
  /** The keys of the motion, if they have no rotations; otherwise null. A wheel with such keys faces along its path. */
  readonly positions: readonly RigidKey[] | null;
  /** Bytes of every file that was read for the motion. */
  readonly files: readonly Uint8Array[];
  readonly warnings: readonly string[];
}

/** Returns whether a rigid object has neither keys nor poses nor a parent, so that it stays at its position. */
export function isStatic({ keys, poses, parent }: SceneActor): boolean {
  return keys === undefined && poses.length === 0 && parent === undefined;
}

/**
 * Opens the motion of a rigid actor, which `keys`, `poses` or `parent` define. Without any of them, the actor does not move. Throws InputError if they are
 * invalid.
 */
export async function openMotion(entry: SceneActor, options: OpenActorOptions): Promise<OpenedMotion> {
  const { path, files } = options;
  if (entry.parent !== undefined) return followParent(entry, entry.parent, options);
  if (isStatic(entry)) {
    const { position, heading } = entry;
    const rotation = [0, sin(heading / 2), 0, cos(heading / 2)] as const;
    return {
      motion: createKeyedMotion([{ time: 0, position, rotation }]),
      positions: null,
      files: [],
      warnings: [],
    };
  }
  if (entry.poses.length > 0) return followPoses(entry);
  const name = entry.keys!;
  const bytes = requireFile(files, name, `${path}.keys`);
  if (isNodeFile(name)) return followNode(entry, name, bytes, options);
  const { keys, hasRotations, warnings } = readKeyFile(new TextDecoder().decode(bytes), name);
  return {
    motion: createKeyedMotion(keys),
    positions: hasRotations && turns(keys) ? null : keys,
    files: [bytes],
    warnings,
  };
}

/** Returns the motion through the poses that are written in the scene. */
function followPoses({ poses }: SceneActor): OpenedMotion {
  const read = poses.map(({ time, position, rotation, heading = 0 }) => {
    return makeKey(time, position, rotation ?? [0, sin(heading / 2), 0, cos(heading / 2)]);
  });
  const hasRotations = poses.some(({ rotation, heading }) => rotation !== undefined || heading !== undefined);
  const { keys, warnings } = finishKeys(read, hasRotations);
  return {
    motion: createKeyedMotion(keys),
    positions: hasRotations && turns(keys) ? null : keys,
    files: [],
    warnings,
  };
}

/** Returns whether keys rotate the body. */
function turns(keys: readonly RigidKey[]): boolean {
  const [first] = keys;
  return keys.some(({ rotation }) => {
    const dot = rotation.reduce((sum, part, c) => sum + part * first.rotation[c], 0);
    return Math.abs(dot) < 1 - 1e-9;
  });
}

function followParent(entry: SceneActor, name: string, { path, parents }: OpenActorOptions): OpenedMotion {
  const parent = parents.get(name);
  if (!parent) throw InputError.at(`${path}.parent`, `"${name}" has faults: correct them first`);
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  if (entry.rotation) {
    if (entry.rotation.every((part) => part === 0)) {
      throw InputError.at(`${path}.rotation`, 'expected a quaternion x, y, z, w, got one of length 0');
    }
    normalizeQuaternion(rotation, entry.rotation);
  }
  const offset: RigidOffset = { position: entry.position, rotation };
  if (parent.motion) {
    if (entry.joint !== undefined) {
      throw InputError.at(`${path}.joint`, `"${name}" is a rigid object without joints: leave joint out`);
    }
    return { motion: createAttachedMotion(parent.motion, offset), positions: null, files: [], warnings: [] };
  }
  const { actor } = parent.actor.character!;
  const warnings: string[] = [];
  const joint = requireNode(actor.rig, entry.joint, `${path}.joint`, warnings);
  return { motion: createJointMotion(actor, joint, offset), positions: null, files: [], warnings };
}
