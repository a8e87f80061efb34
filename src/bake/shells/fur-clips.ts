import { GlbPatch } from '../../files/glb-patch.ts';
import { findKeyTimes } from '../characters/character-tracks.ts';
import {
  type BuiltCharacter,
  type CharacterOptions,
  leadWithShown,
  type ShownClip,
} from '../characters/travelled-character.ts';
import { scaleWeights, type UnitWeights } from '../morph/unit-weights.ts';
import { type ReducedMotion, weightsAt } from './reduce-motion.ts';

/** A file to which fur is added. */
export interface FurFile {
  readonly patch: GlbPatch;
  /** The clips to which the motion of the fur is added. */
  readonly clips: readonly FurClip[];
  /** The animation that shows the bake. Null if none does. */
  readonly shown: ShownClip | null;
  readonly warnings: readonly string[];
}

/** The keys that move fur in one animation of a file. */
export interface FurClip {
  /** Index of the animation in the file. */
  readonly animation: number;
  /** Seconds of the animation, rising, [keyCount]. */
  readonly times: Float32Array;
  /** Times of the scene in seconds that the keys show, [keyCount]. */
  readonly sceneTimes: ArrayLike<number>;
  /** True if the last key is also the first key of the next cycle. */
  readonly loops: boolean;
}

/** Name of a clip that is created for fur alone. */
const furClipName = 'fur';

/**
 * Prepares a character's file for additions. moves: fur gets keys in the clip that the actor plays and in the clip that moves across the
 * ground. If the character has no clip, one is created for the fur.
 */
export function openFurCharacter(
  { patch, clips: own, shown, warnings, ownClipWarnings }: BuiltCharacter,
  moves: boolean,
  { actor, start, end, fps }: CharacterOptions,
): FurFile {
  if (!moves) return { patch, clips: [], shown, warnings };
  const clips = own.length > 0 ? own : [addFurClip(patch, findKeyTimes(actor, start, end, fps))];
  const furWarnings = ownClipWarnings.map((warning) => warning.replace('its flesh', 'its fur'));
  const last = { animation: clips[clips.length - 1].animation, isNew: clips.length > 1 || clips !== own };
  return { patch, clips, shown: shown ?? last, warnings: [...warnings, ...furWarnings] };
}

/** Creates a file for fur that does not belong to a character. The time of its clip is 0 at the first frame. */
export function createFurFile(name: string, moves: boolean, times: Float64Array): FurFile {
  const patch = GlbPatch.create();
  patch.json.scene = patch.add('scenes', { name, nodes: [] });
  const clips = moves ? [addFurClip(patch, times)] : [];
  return { patch, clips, shown: moves ? { animation: clips[0].animation, isNew: true } : null, warnings: [] };
}

/**
 * Completes a file: the clip that shows the bake becomes the first, if the order may change. Returns its bytes; clipNames: the names of the
 * clips in which fur moves; shownClip: the name of the clip that shows the bake, null if nothing moves.
 */
export function encodeFurFile({ patch, clips, shown, warnings }: FurFile): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly clipNames: readonly string[];
  readonly shownClip: string | null;
  readonly warnings: readonly string[];
} {
  const nameOf = (animation: number) => patch.json.animations![animation].name ?? '';
  const clipNames = clips.map(({ animation }) => nameOf(animation));
  const shownClip = shown && nameOf(shown.animation);
  const order = leadWithShown(patch, shown);
  return { bytes: patch.toGlb(), clipNames, shownClip, warnings: [...new Set([...warnings, ...order])] };
}

function addFurClip(patch: GlbPatch, sceneTimes: Float64Array): FurClip {
  return {
    animation: patch.add('animations', { name: furClipName, samplers: [], channels: [] }),
    times: Float32Array.from(sceneTimes, (time) => time - sceneTimes[0]),
    sceneTimes,
    loops: false,
  };
}

/**
 * Writes the weights of a motion, whose frames are at `times`, into a clip. `unit` maps the weights. All given nodes get the same weights.
 * repeats: the motion repeats with the actor's clip. The end of a cycle is usually between two frames, where weights are interpolated, so
 * the last key gets the weights of the first.
 */
export function addWeights(
  patch: GlbPatch,
  motion: ReducedMotion,
  unit: UnitWeights,
  times: Float64Array,
  nodes: readonly number[],
  clip: FurClip,
  repeats: boolean,
): void {
  const values = scaleWeights(
    unit,
    Array.from(clip.sceneTimes).flatMap((seconds) => weightsAt(motion, times, seconds)),
  );
  const width = values.length / clip.times.length;
  if (repeats && clip.loops) values.copyWithin(values.length - width, 0, width);
  const { samplers, channels } = patch.json.animations![clip.animation];
  const sampler =
    samplers.push({
      input: patch.addAccessor(clip.times, 'SCALAR'),
      output: patch.addAccessor(values, 'SCALAR'),
      interpolation: 'LINEAR',
    }) - 1;
  for (const node of nodes) channels.push({ sampler, target: { node, path: 'weights' } });
}
