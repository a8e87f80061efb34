import { openGlbPatch } from '../../files/glb-open.ts';
import { GlbPatch } from '../../files/glb-patch.ts';
import type { CharacterOptions } from '../character.ts';
import { findKeyTimes } from '../character-tracks.ts';
import { planOwnClip } from '../morph/own-clip.ts';
import { type ReducedMotion, weightsAt } from './reduce-motion.ts';

/** A file that fur is added to. */
export interface FurFile {
  readonly patch: GlbPatch;
  /** Where its motion goes. */
  readonly clips: readonly FurClip[];
  readonly warnings: readonly string[];
}

/** The keys that move fur in one animation of a file. */
export interface FurClip {
  /** Index of the animation in the file. */
  readonly animation: number;
  /** [keyCount] seconds of the animation, rising. */
  readonly times: Float32Array;
  /** [keyCount] seconds of the scene that they show. */
  readonly sceneTimes: ArrayLike<number>;
}

/** What a clip is called that was made for fur alone. */
const furClipName = 'fur';

/**
 * Opens a character's file, which may travel in the clip called `travelled`, for additions: all it holds keeps its indices and
 * its bytes. moves: fur gets keys in the clip that the actor plays and in the one that travels; a character without any gets one
 * for its fur.
 */
export function openFurCharacter(
  bytes: Uint8Array,
  moves: boolean,
  options: CharacterOptions & { readonly travelled: string | null },
): FurFile {
  const { actor, start, end, fps, travelled } = options;
  const { patch } = openGlbPatch(bytes, options);
  if (!moves) return { patch, clips: [], warnings: [] };
  const own = planOwnClip(actor, start, end, fps);
  const clips: FurClip[] = own ? [own] : [];
  const sceneTimes = findKeyTimes(actor, start, end, fps);
  const animation = (patch.json.animations ?? []).findLastIndex(({ name }) => name === travelled);
  if (travelled !== null && animation >= 0)
    clips.push({ animation, times: Float32Array.from(sceneTimes, (time) => time - start), sceneTimes });
  if (clips.length === 0) clips.push(addFurClip(patch, sceneTimes));
  const warnings = (own?.warnings ?? []).map((warning) => warning.replace('its flesh', 'its fur'));
  return { patch, clips, warnings };
}

/** A file for fur of its own, in the world. Its time begins at the first frame. */
export function createFurFile(name: string, moves: boolean, times: Float64Array): FurFile {
  const patch = GlbPatch.create();
  patch.json.scene = patch.add('scenes', { name, nodes: [] });
  return { patch, clips: moves ? [addFurClip(patch, times)] : [], warnings: [] };
}

export function nameClips({ patch, clips }: FurFile): string[] {
  return clips.map(({ animation }) => patch.json.animations![animation].name ?? '');
}

function addFurClip(patch: GlbPatch, sceneTimes: Float64Array): FurClip {
  return {
    animation: patch.add('animations', { name: furClipName, samplers: [], channels: [] }),
    times: Float32Array.from(sceneTimes, (time) => time - sceneTimes[0]),
    sceneTimes,
  };
}

/** Puts the weights of a motion, whose frames are at `times`, into a clip: for all of these nodes the same. */
export function addWeights(
  patch: GlbPatch,
  motion: ReducedMotion,
  times: Float64Array,
  nodes: readonly number[],
  clip: FurClip,
): void {
  const values = Float32Array.from(
    Array.from(clip.sceneTimes).flatMap((seconds) => weightsAt(motion, times, seconds)),
  );
  const { samplers, channels } = patch.json.animations![clip.animation];
  const sampler =
    samplers.push({
      input: patch.addAccessor(clip.times, 'SCALAR'),
      output: patch.addAccessor(values, 'SCALAR'),
      interpolation: 'LINEAR',
    }) - 1;
  for (const node of nodes) channels.push({ sampler, target: { node, path: 'weights' } });
}
