import { readGltf } from '../files/gltf/read-gltf.ts';
import { chainOf, createNodeMotion, measureNodeScale, nodeTurns } from '../motion/node-motion.ts';
import { requireClip } from '../motion/require-clip.ts';
import type { Clip, Rig } from '../motion/rig.ts';
import { sampleMotion } from '../motion/sample-motion.ts';
import { clipWords, toClipIndex } from './choose-clip.ts';
import type { OpenActorOptions } from './open-actor.ts';
import type { OpenedMotion } from './open-motion.ts';
import { readBeside } from './read-beside.ts';
import { requireNode } from './require-node.ts';
import type { SceneActor } from './scene.ts';

/** Keys per second of a path that is read off a node. */
const pathRate = 120;

/** The motion of a node of a glTF, as the scene asks for it. Throws InputError for a node or a clip that is not there. */
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
    warnings.push(`${label} is not moved by ${wordsOf(rig, clip)}: it stands still`);
  describeScale(rig, clip, node, label, warnings);
  const motion = createNodeMotion(rig, clip, node);
  const places = nodeTurns(rig, clip, node) ? null : sampleMotion(motion, clip.start, clip.end, pathRate);
  return { motion, places, files: read, warnings };
}

/** Nodes with a channel in some clip, all of them where none has. */
function findMoved({ nodes, clips }: Rig): number[] {
  const moved = new Set(clips.flatMap(({ channels }) => channels.map(({ node }) => node)));
  return [...nodes.keys()].filter((node) => moved.size === 0 || moved.has(node));
}

function moves(rig: Rig, clip: Clip, node: number): boolean {
  const chain = chainOf(rig, node);
  return clip.channels.some((channel) => channel.path !== 'weights' && chain.includes(channel.node));
}

/** The first clip that moves the node, the first of all where none does. */
function chooseMover(rig: Rig, node: number, path: string, warnings: string[]): Clip {
  const first = requireClip(rig, undefined, path);
  const movers = rig.clips.filter((clip) => moves(rig, clip, node));
  if (movers.length > 1) {
    const others = movers.slice(1).map((clip) => wordsOf(rig, clip));
    warnings.push(
      `follows ${wordsOf(rig, movers[0])}, as no clip was named; ${others.join(', ')} move it too`,
    );
  }
  return movers[0] ?? first;
}

function wordsOf(rig: Rig, clip: Clip): string {
  return clipWords(rig, rig.clips.indexOf(clip));
}

function describeScale(rig: Rig, clip: Clip, node: number, label: string, warnings: string[]): void {
  const { first, isUneven, varies, isMirrored, vanishes } = measureNodeScale(rig, clip, node);
  const words = first.map((length) => String(Number(length.toPrecision(4))));
  if (isUneven) {
    warnings.push(
      `${label} is scaled by ${words.join(', ')} along its axes: the thing that follows it is rigid and keeps its shape`,
    );
  } else if (Math.abs(first[0] - 1) > 1e-3 && !vanishes) {
    warnings.push(
      `${label} is scaled by ${words[0]}, which places it but does not size the thing that follows it: give "scale": ${words[0]} where it should`,
    );
  }
  if (varies)
    warnings.push(`the scale of ${label} changes over time: the thing that follows it keeps its size`);
  if (isMirrored) {
    warnings.push(
      `${label} is mirrored: the thing that follows it is turned as the node is, but not mirrored`,
    );
  }
  if (vanishes) {
    warnings.push(`${label} is scaled to nothing at times: the thing that follows it does not vanish`);
  }
}
