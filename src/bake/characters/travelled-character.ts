import type { GltfAnimation, GltfDocument, GltfNode } from '../../files/glb.ts';
import { type OpenGlbOptions, openGlbPatch } from '../../files/glb-open.ts';
import type { GlbPatch } from '../../files/glb-patch.ts';
import { leadWithAnimation } from '../../files/lead-animation.ts';
import { removeSprings } from '../../files/remove-springs.ts';
import { decomposeMatrix } from '../../math/decompose-matrix.ts';
import { type Actor, describePlayed } from '../../motion/actor.ts';
import type { MorphClip } from '../morph/add-morphs.ts';
import { planOwnClip } from '../morph/own-clip.ts';
import { carrierNode, carrierPosition, findKeyTimes, sampleTracks, type Track } from './character-tracks.ts';

/** Options for adding the travelling clip to a character's file. Times in seconds. */
export interface CharacterOptions extends OpenGlbOptions {
  /** The actor of the rig that `readGltf` reads from the same bytes. */
  readonly actor: Actor;
  /** Seconds. The time of the new clip is 0 at `start`. */
  readonly start: number;
  readonly end: number;
  /** Output frames per second. Each frame is a key, with additional keys between frames if necessary, up to 120 per second. */
  readonly fps: number;
  /** Adds more to the finished file before it is encoded. Returns warnings. */
  readonly paint?: (patch: GlbPatch) => string[];
  /** Whether everything that is added to the file repeats with the actor's own clip. Default false. */
  readonly repeats?: boolean;
}

/** A character's GLB with its additional clip. */
export interface CharacterFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name of the new clip. Null if nothing moves, so that there is no new clip. */
  readonly clipName: string | null;
  readonly warnings: readonly string[];
}

/** The animation that shows a bake. isNew: whether the bake added it to the file. */
export interface ShownClip {
  readonly animation: number;
  readonly isNew: boolean;
}

/** A character's file that is still open for additions. */
export interface BuiltCharacter {
  readonly patch: GlbPatch;
  /** The clips in which additions may move: the actor's own clip, if it plays one, and the new clip, if there is one. */
  readonly clips: readonly MorphClip[];
  readonly clipName: string | null;
  /** The animation that shows the bake. It becomes the first of the file. Null if there is none. */
  readonly shown: ShownClip | null;
  readonly warnings: readonly string[];
  /** Warnings. They are reported if something moves in the actor's own clip. */
  readonly ownClipWarnings: readonly string[];
}

/**
 * Returns the character's own file as a GLB, with the motion that the bake used as one more clip. The new clip is the first, so that
 * viewers play it when they open the file (`leadWithAnimation` states the exceptions).
 *
 * The file is patched, not created again: meshes, materials, textures, extensions and extras keep their indices and contents, and the other
 * clips keep their order. A new node above the roots of the scene holds placement, scale and travel. The new clip holds the posed local
 * transforms (feet pinned) of the nodes that change, as LINEAR keys. A jump becomes two keys 0.24 ms apart. Spring bones that were simulated
 * are among them, and are no longer in the VRM extension, so that viewers do not simulate them again.
 *
 * Throws the same errors as `openGlbPatch`.
 */
export function writeTravelledCharacter(bytes: Uint8Array, options: CharacterOptions): CharacterFile {
  const { patch, clipName, shown, warnings } = buildTravelledCharacter(bytes, options);
  const order = leadWithShown(patch, shown);
  const painted = options.paint?.(patch) ?? [];
  return { bytes: patch.toGlb(), clipName, warnings: [...warnings, ...order, ...painted] };
}

/** Builds the file of `writeTravelledCharacter` without encoding it, so that more can be added. */
export function buildTravelledCharacter(bytes: Uint8Array, options: CharacterOptions): BuiltCharacter {
  const { actor, start, end, fps, repeats } = options;
  const { patch, warnings } = openCharacter(bytes, options);
  const travelled = addTravel(patch, options);
  const own = planOwnClip(actor, start, end, fps, repeats);
  return {
    patch,
    clips: [...(own ? [own] : []), ...(travelled ? [clipOfTravel(travelled)] : [])],
    clipName: travelled?.clipName ?? null,
    shown: travelled && { animation: travelled.animation, isNew: true },
    warnings,
    ownClipWarnings: own?.warnings ?? [],
  };
}

/** Makes the clip that shows the bake the first clip. Returns the warnings to report. */
export function leadWithShown({ json }: GlbPatch, shown: ShownClip | null): string[] {
  return shown ? leadWithAnimation(json, shown.animation, shown.isNew) : [];
}

/** Returns the travelled clip as a clip in which additions may move. */
export function clipOfTravel({ animation, times: sceneTimes }: TravelledClip): MorphClip {
  const times = Float32Array.from(sceneTimes, (time) => time - sceneTimes[0]);
  return { animation, times, sceneTimes, loops: false };
}

/** Opens an actor's file for additions. Throws the same errors as `openGlbPatch`. */
export function openCharacter(
  bytes: Uint8Array,
  options: OpenGlbOptions & { readonly actor: Actor },
): { patch: GlbPatch; warnings: string[] } {
  const opened = openGlbPatch(bytes, options);
  const { springs } = options.actor;
  if (springs) removeSprings(opened.patch.json, springs);
  const nodeCount = opened.patch.json.nodes?.length ?? 0;
  const rigCount = options.actor.rig.nodes.length;
  if (nodeCount !== rigCount) {
    throw new RangeError(`${options.name} has ${nodeCount} nodes, its rig has ${rigCount}`);
  }
  return opened;
}

export interface TravelledClip {
  readonly clipName: string;
  /** Index of the clip among the animations of the file. */
  readonly animation: number;
  /** Times of the scene in seconds that the keys show, [keyCount]. The time of the clip is 0 at the first key. */
  readonly times: Float64Array;
}

/** Adds the clip and the node of `writeTravelledCharacter`. Returns the new clip, or null if nothing moves. */
export function addTravel(patch: GlbPatch, options: CharacterOptions): TravelledClip | null {
  const { actor, start, end, fps } = options;
  const times = findKeyTimes(actor, start, end, fps);
  const tracks = sampleTracks(actor, times);
  const carrier = addCarrier(patch, actor, start, tracks);
  if (tracks.length === 0) return null;
  const clipName = `${describePlayed(actor) || 'clip'} (travelled)`;
  for (const { node } of tracks) if (node !== carrierNode) splitMatrix(patch.json, actor, node);
  const channels = buildChannels(patch, times, tracks, carrier);
  return { clipName, animation: patch.add('animations', { name: clipName, ...channels }), times };
}

/** Adds the node that moves the whole character, with its transform at `start`, above the roots of the scenes. */
function addCarrier(patch: GlbPatch, actor: Actor, start: number, tracks: readonly Track[]): number {
  const pose = actor.poseAt(start);
  const { rotation, scale } = decomposeMatrix(pose.root);
  const placed = { name: `${actor.name} travel`, translation: carrierPosition(pose), rotation, scale };
  return addCarrierNode(patch, placed, tracks);
}

/** Adds a node above the roots of the scenes. The roots become its children. Returns the index of the node. */
export function addCarrierNode(
  patch: GlbPatch,
  placed: Omit<GltfNode, 'children'>,
  tracks: readonly Track[] = [],
): number {
  const { json } = patch;
  if (!json.scenes?.length) json.scene = patch.add('scenes', { nodes: findRoots(json) });
  const shown = new Set(json.scenes![json.scene ?? 0].nodes ?? []);
  const carried = chooseCarried(json, shown, tracks);
  const carrier = patch.add('nodes', {
    ...placed,
    ...(carried.size > 0 ? { children: [...carried] } : {}),
  });
  json.scenes!.forEach((scene, index) => {
    const own = scene.nodes ?? [];
    if (index !== (json.scene ?? 0) && !own.some((node) => shown.has(node))) return;
    scene.nodes = [carrier, ...own.filter((node) => !carried.has(node))];
  });
  return carrier;
}

function findRoots(json: GltfDocument): number[] {
  const children = new Set(json.nodes?.flatMap((node) => node.children ?? []));
  return [...(json.nodes ?? []).keys()].filter((node) => !children.has(node));
}

/**
 * Returns the nodes that become children of the carrier: the roots of the default scene. A skinned mesh that is a root stays a root, since
 * only the joints determine its position, and validators warn if such a mesh has a parent transform. Instead, its children become children
 * of the carrier.
 */
function chooseCarried(
  json: GltfDocument,
  shown: ReadonlySet<number>,
  tracks: readonly Track[],
): Set<number> {
  const nodes = json.nodes ?? [];
  const targets = [
    ...(json.animations ?? []).flatMap(({ channels }) => channels.map(({ target }) => target)),
    ...tracks,
  ];
  const moved = new Set(targets.filter(({ path }) => path !== 'weights').map(({ node }) => node));
  const carried = new Set<number>();
  for (const root of shown) {
    const node = nodes[root];
    if (node.skin === undefined) {
      carried.add(root);
    } else if (node.children?.length) {
      const isPlaced = node.matrix ?? node.translation ?? node.rotation ?? node.scale;
      if (isPlaced || moved.has(root)) {
        carried.add(root);
      } else {
        for (const child of node.children) carried.add(child);
        delete node.children;
      }
    }
  }
  return carried;
}

/** An animated node must hold its transform as translation, rotation and scale, not as a matrix. */
function splitMatrix(json: GltfDocument, actor: Actor, index: number): void {
  const node = json.nodes![index];
  if (!node.matrix) return;
  const { translation, rotation, scale } = actor.rig.nodes[index];
  delete node.matrix;
  Object.assign(node, { translation: [...translation], rotation: [...rotation], scale: [...scale] });
}

/** Creates samplers and channels of the tracks. All tracks that change share one list of times. */
function buildChannels(
  patch: GlbPatch,
  times: Float64Array,
  tracks: readonly Track[],
  carrier: number,
): Pick<GltfAnimation, 'samplers' | 'channels'> {
  const inputs = new Map<number, number>();
  const inputOf = (keyCount: number): number => {
    let input = inputs.get(keyCount);
    if (input === undefined) {
      const seconds = Float32Array.from(times.subarray(0, keyCount), (time) => time - times[0]);
      input = patch.addAccessor(seconds, 'SCALAR');
      inputs.set(keyCount, input);
    }
    return input;
  };
  const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
  const samplers: GltfAnimation['samplers'] = [];
  const channels = tracks.map(({ node, path, values, width }) => ({
    sampler:
      samplers.push({
        input: inputOf(values.length / width),
        output: patch.addAccessor(values, types[path]),
        interpolation: 'LINEAR',
      }) - 1,
    target: { node: node === carrierNode ? carrier : node, path },
  }));
  return { samplers, channels };
}
