import { openGlbPatch } from '../../files/glb-open.ts';
import { GlbPatch } from '../../files/glb-patch.ts';
import type { Actor } from '../../motion/actor.ts';
import type { CharacterOptions } from '../character.ts';
import { findKeyTimes } from '../character-tracks.ts';
import { planOwnClip } from '../morph/own-clip.ts';
import { addCards, type FurClip } from './add-cards.ts';
import type { StrandMotion } from './strand-motion.ts';

export interface FurFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The clips in which fur moves. */
  readonly clipNames: readonly string[];
  readonly warnings: readonly string[];
}

/** What a clip is called that was made for fur alone. */
const furClipName = 'fur';

/**
 * A character's file, which may travel, with coats as cards on it: patched, so that all it held keeps its indices and its
 * bytes. moves: the coats' motion too, in the clip that the actor plays and in the one that travels, called `travelled`; a
 * character without any clip gets one of its fur.
 */
export function addFurToCharacter(
  bytes: Uint8Array,
  coats: readonly StrandMotion[],
  moves: boolean,
  options: CharacterOptions & { readonly travelled: string | null },
): FurFile {
  const { patch } = openGlbPatch(bytes, options);
  const warnings: string[] = [];
  const clips: FurClip[] = [];
  const isMoving = moves && coats.some(({ motion }) => motion.targets.length > 0);
  if (isMoving) {
    const own = planOwnClip(options.actor, options.start, options.end, options.fps);
    if (own) {
      clips.push(own);
      warnings.push(...own.warnings.map((warning) => warning.replace('its flesh', 'its fur')));
    }
    clips.push(...findTravelled(patch, options));
    if (clips.length === 0) clips.push(addFurClip(patch, findTimes(options)));
  }
  for (const coat of coats) addCards(patch, coat, moves, clips);
  const animations = patch.json.animations ?? [];
  return {
    bytes: patch.toGlb(),
    clipNames: clips.map(({ animation }) => animations[animation].name ?? ''),
    warnings,
  };
}

/** A file of a coat of its own, in the world. Its time begins at the first frame. */
export function writeFurPatch(coat: StrandMotion, moves: boolean): FurFile {
  const glb = GlbPatch.create();
  glb.json.scene = glb.add('scenes', { name: coat.output.name, nodes: [] });
  const isMoving = moves && coat.motion.targets.length > 0;
  const clips = isMoving ? [addFurClip(glb, coat.times)] : [];
  addCards(glb, coat, moves, clips);
  return { bytes: glb.toGlb(), clipNames: isMoving ? [furClipName] : [], warnings: [] };
}

function addFurClip(patch: GlbPatch, sceneTimes: Float64Array): FurClip {
  return {
    animation: patch.add('animations', { name: furClipName, samplers: [], channels: [] }),
    times: Float32Array.from(sceneTimes, (time) => time - sceneTimes[0]),
    sceneTimes,
  };
}

function findTravelled(
  { json }: GlbPatch,
  options: CharacterOptions & { readonly travelled: string | null },
): FurClip[] {
  const animation = (json.animations ?? []).findLastIndex(({ name }) => name === options.travelled);
  if (options.travelled === null || animation < 0) return [];
  const sceneTimes = findTimes(options);
  return [{ animation, times: Float32Array.from(sceneTimes, (time) => time - sceneTimes[0]), sceneTimes }];
}

function findTimes({ actor, start, end, fps }: { actor: Actor; start: number; end: number; fps: number }) {
  return findKeyTimes(actor, start, end, fps);
}
