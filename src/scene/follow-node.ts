import { readGltf } from '../files/gltf/read-gltf.ts';
import { chainOf, createNodeMotion, measureNodeScale, nodeTurns } from '../motion/node-motion.ts';
import { requireClip } from '../motion/require-clip.ts';
import type { Clip, Rig } from '../motion/rig.ts';
import { sampleMotion } from '../motion/sample-motion.ts';
import { describeClip as describeClipAt, toClipIndex } from './choose-clip.ts';
import type { OpenActorOptions } from './open-actor.ts';
import type { OpenedMotion } from './open-motion.ts';
import { readBeside } from './read-beside.ts';
import { requireNode } from './require-node.ts';
import type { SceneActor } from './scene.ts';

/** Keys per second of a path that is sampled from a node. */
const pathRate = 120;

/** Reads the motion of the node of a glTF file that the scene names. Throws InputError for an unknown node or clip. */
export async function followNode(
  entry: SceneActor,
  name: string,
  bytes: Uint8Array,
  { path, files }: OpenActorOptions,
): Promise<OpenedMotion> {
  const read = [bytes];
  const resolve = readBeside(files, name, (part) => void read.push(part));
  const rig = await readGltf(bytes, { name, resolve });
  const warnings = [...rig.warnings];
  const wanted = toClipIndex(rig, entry.clip);
  const named = wanted === undefined ? null : requireClip(rig, wanted, `${path}.clip`);
  const node = requireNode(rig, entry.node, `${path}.node`, warnings, findMoved(rig));
  const clip = named ?? chooseMover(rig, node, `${path}.keys`, warnings);
  const label = `node "${rig.nodes[node].name || node}"`;
  if (!moves(rig, clip, node))
    warnings.push(`${label} is not animated by ${describeClip(rig, clip)}: it does not move`);
  describeScale(rig, clip, node, label, warnings);
  const motion = createNodeMotion(rig, clip, node);
  const positions = nodeTurns(rig, clip, node) ? null : sampleMotion(motion, clip.start, clip.end, pathRate);
  return { motion, positions, files: read, warnings };
}

/** Returns the nodes that a clip animates; all nodes if there are none. */
function findMoved({ nodes, clips }: Rig): number[] {
  const moved = new Set(clips.flatMap(({ channels }) => channels.map(({ node }) => node)));
  return [...nodes.keys()].filter((node) => moved.size === 0 || moved.has(node));
}

function moves(rig: Rig, clip: Clip, node: number): boolean {
  const chain = chainOf(rig, node);
  return clip.channels.some((channel) => channel.path !== 'weights' && chain.includes(channel.node));
}

/** Returns the first clip that moves the node; if there is none, the first clip. */
function chooseMover(rig: Rig, node: number, path: string, warnings: string[]): Clip {
  const first = requireClip(rig, undefined, path);
  const movers = rig.clips.filter((clip) => moves(rig, clip, node));
  if (movers.length > 1) {
    const others = movers.slice(1).map((clip) => describeClip(rig, clip));
    warnings.push(
      `follows ${describeClip(rig, movers[0])}, since no clip is given; ${others.join(', ')} move it too`,
    );
  }
  return movers[0] ?? first;
}

function describeClip(rig: Rig, clip: Clip): string {
  return describeClipAt(rig, rig.clips.indexOf(clip));
}

function describeScale(rig: Rig, clip: Clip, node: number, label: string, warnings: string[]): void {
  const { first, isUneven, varies, isMirrored, vanishes } = measureNodeScale(rig, clip, node);
  const factors = first.map((length) => String(Number(length.toPrecision(4))));
  if (isUneven) {
    warnings.push(
      `${label} is scaled by ${factors.join(', ')} along its axes: the object that follows it is rigid and keeps its shape`,
    );
  } else if (Math.abs(first[0] - 1) > 1e-3 && !vanishes) {
    warnings.push(
      `${label} is scaled by ${factors[0]}, which changes the position but not the size of the object that follows it: set "scale": ${factors[0]} to change its size`,
    );
  }
  if (varies)
    warnings.push(`the scale of ${label} changes over time: the object that follows it keeps its size`);
  if (isMirrored) {
    warnings.push(
      `${label} is mirrored: the object that follows it has the rotation of the node, but is not mirrored`,
    );
  }
  if (vanishes) {
    warnings.push(`${label} has a scale of 0 at times: the object that follows it stays visible`);
  }
}
