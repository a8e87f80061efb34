import type { GltfAnimation, GltfChannel, GltfDocument } from './glb.ts';
import type { GlbPatch } from './glb-patch.ts';
import type { GltfSource } from './gltf/gltf-source.ts';
import type { JsonValue } from './gltf/json-value.ts';
import { mergeWeights, type WeightKeys } from './merge-weights.ts';

/** LINEAR keys for the new targets of one node in one animation. */
export interface WeightsTrack {
  /** Index of the animation. */
  readonly animation: number;
  readonly node: number;
  /** Seconds, increasing. */
  readonly times: Float32Array;
  /** Weights, [keyCount · count]. */
  readonly values: Float32Array;
}

/**
 * Adapts all animations to a mesh to which `addMorphTargets` added `count` targets at index `first`, and adds tracks that move the new
 * targets.
 *
 * Existing keys move the old weights as before. In these animations, new weights are 0 unless a track moves them. If an animation with a
 * track does not move the old weights, they keep their default values. Each node has one channel, as glTF requires. source: the file before
 * the patch.
 */
export function widenWeights(
  patch: GlbPatch,
  source: GltfSource,
  mesh: number,
  first: number,
  count: number,
  tracks: readonly WeightsTrack[],
): void {
  const written = new Set<WeightsTrack>();
  const animations = source.root.get('animations').items();
  animations.forEach((origin, index) => {
    const animation = patch.json.animations![index];
    origin
      .get('channels')
      .items()
      .forEach((channelOrigin, c) => {
        const channel = animation.channels[c];
        const owner = findOwner(patch.json, channel, mesh);
        if (owner === null) return;
        const sampler = origin.get('samplers').items()[channelOrigin.get('sampler').value as number];
        const old = readWeights(source, sampler, first);
        const track = tracks.find((candidate) => candidate.animation === index && candidate.node === owner);
        if (track) written.add(track);
        replaceKeys(
          patch,
          animation,
          channel,
          old,
          track ? mergeWeights(old, keysOf(track, count)) : widen(old, count),
        );
      });
  });
  for (const track of tracks) if (!written.has(track)) addChannel(patch, track, first, count);
}

/**
 * Returns the node whose weights a channel moves, if this node shows the mesh. −1 for weights of the mesh itself. Null for other channels.
 */
function findOwner(json: GltfDocument, { target }: GltfChannel, mesh: number): number | null {
  const isOurs = (node: number | undefined) => node !== undefined && json.nodes?.[node]?.mesh === mesh;
  if (target.path === 'weights') return isOurs(target.node) ? target.node! : null;
  const { pointer } = (target.extensions?.KHR_animation_pointer ?? {}) as { pointer?: string };
  if (pointer === `/meshes/${mesh}/weights`) return -1;
  const node = Number(/^\/nodes\/(\d+)\/weights$/.exec(pointer ?? '')?.[1] ?? -1);
  return isOurs(node) ? node : null;
}

function readWeights(source: GltfSource, sampler: JsonValue, width: number): WeightKeys {
  const times = source.accessors.readFloats(sampler.get('input'), 'SCALAR');
  const interpolation = (sampler.get('interpolation').text() || 'LINEAR') as WeightKeys['interpolation'];
  const length = times.length * width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  // A channel for the weights of a mesh without targets had no effect, so its values are ignored.
  const values =
    width > 0 ? source.accessors.readFloats(sampler.get('output'), 'SCALAR') : new Float32Array(0);
  if (values.length !== length) {
    throw sampler
      .get('output')
      .fault(`expected ${length} numbers (${times.length} keys, ${width} targets), got ${values.length}`);
  }
  return { interpolation, times, values, width };
}

function keysOf({ times, values }: WeightsTrack, width: number): WeightKeys {
  return { interpolation: 'LINEAR', times, values, width };
}

/** Returns keys with `count` zeros appended to each value. */
function widen(keys: WeightKeys, count: number): WeightKeys {
  const { times, interpolation } = keys;
  const rows = times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  const width = keys.width + count;
  const values = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    values.set(keys.values.subarray(row * keys.width, (row + 1) * keys.width), row * width);
  }
  return { interpolation, times, values, width };
}

function replaceKeys(
  patch: GlbPatch,
  animation: GltfAnimation,
  channel: GltfChannel,
  old: WeightKeys,
  keys: WeightKeys,
): void {
  const sampler = animation.samplers[channel.sampler];
  const isShared = animation.channels.filter((other) => other.sampler === channel.sampler).length > 1;
  const put = (index: number, array: Float32Array) =>
    isShared ? patch.addAccessor(array, 'SCALAR') : patch.replaceAccessor(index, array, 'SCALAR');
  const next = {
    ...sampler,
    input: keys.times === old.times ? sampler.input : put(sampler.input, keys.times),
    output: put(sampler.output, keys.values),
    interpolation: keys.interpolation,
  };
  if (isShared) channel.sampler = animation.samplers.push(next) - 1;
  else animation.samplers[channel.sampler] = next;
}

function addChannel(patch: GlbPatch, track: WeightsTrack, first: number, count: number): void {
  const { animation: index, node, times } = track;
  const { json } = patch;
  const held = json.nodes![node].weights ?? json.meshes![json.nodes![node].mesh!].weights ?? [];
  const rest = Float32Array.from({ length: first }, (_, k) => held[k] ?? 0);
  const width = first + count;
  const values = new Float32Array(times.length * width);
  for (let key = 0; key < times.length; key++) {
    values.set(rest, key * width);
    values.set(track.values.subarray(key * count, (key + 1) * count), key * width + first);
  }
  const animation = json.animations![index];
  const sampler = animation.samplers.push({
    input: patch.addAccessor(times, 'SCALAR'),
    output: patch.addAccessor(values, 'SCALAR'),
    interpolation: 'LINEAR',
  });
  animation.channels.push({ sampler: sampler - 1, target: { node, path: 'weights' } });
}
