import { openGlbPatch } from '../../files/glb-open.ts';
import type { GlbPatch } from '../../files/glb-patch.ts';
import { openGltfSource } from '../../files/gltf/gltf-source.ts';
import type { MorphStorage } from '../../files/morph-targets.ts';
import { findKeyTimes } from '../characters/character-tracks.ts';
import {
  addTravel,
  type BuiltCharacter,
  type CharacterOptions,
  clipOfTravel,
  leadWithShown,
  openCharacter,
} from '../characters/travelled-character.ts';
import { addMorphs, type MorphClip, type MorphReport } from './add-morphs.ts';
import type { MorphTrack } from './morph-track.ts';
import { planOwnClip } from './own-clip.ts';
import { type ReducedMorphs, reduceMorphs } from './reduce-morphs.ts';
import { usualTargetCount } from './unit-weights.ts';

/** Options for adding morph targets to a character's file. */
export interface MorphedCharacterOptions extends CharacterOptions {
  /** The tracks that move this actor's flesh. */
  readonly tracks: readonly MorphTrack[];
  /** Maximum number of morph targets of a mesh, including the offset. Default `usualTargetCount`. */
  readonly maxTargets?: number;
  /** How the targets are stored. Default: dense, which every reader supports. */
  readonly storage?: MorphStorage;
  /** The result of an earlier call for the same actor and the same tracks. With it, the computation is skipped. */
  readonly reduced?: readonly ReducedMorphs[];
  /** Whether the clip that moves across the ground is added too, as in `writeTravelledCharacter`. */
  readonly travels: boolean;
}

/** A character's GLB with the morph targets of its flesh or fur, and the deviation of these from the simulation. */
export interface MorphedCharacterFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name of the clip that was added. Null if none was. */
  readonly clipName: string | null;
  readonly reduced: readonly ReducedMorphs[];
  /** A report of what was added to each mesh. */
  readonly meshes: readonly MorphReport[];
  readonly warnings: readonly string[];
}

/**
 * Returns the character's own file as a GLB with moving flesh: morph targets on its meshes, and weights in the clip that the actor plays
 * and in the clip that moves across the ground.
 *
 * The file is patched, not created again: its content keeps its indices and bytes. Only the clip that shows the bake becomes the first
 * (`leadWithAnimation`): the one that moves across the ground, or else the actor's own. If the actor plays no clip, a clip is added for the
 * flesh. Throws the same errors as `openGlbPatch` and `addMorphs`.
 */
export async function writeMorphedCharacter(
  bytes: Uint8Array,
  options: MorphedCharacterOptions,
): Promise<MorphedCharacterFile> {
  const built = await buildMorphedCharacter(bytes, options);
  const { patch, shown, clipName, reduced, meshes, ownClipWarnings } = built;
  const order = leadWithShown(patch, shown);
  const painted = options.paint?.(patch) ?? [];
  const warnings = [...built.warnings, ...ownClipWarnings, ...order, ...painted];
  return { bytes: patch.toGlb(), clipName, reduced, meshes, warnings };
}

/** Builds the file of `writeMorphedCharacter` without encoding it, so that more can be added. */
export async function buildMorphedCharacter(
  bytes: Uint8Array,
  options: MorphedCharacterOptions,
): Promise<BuiltCharacter & Pick<MorphedCharacterFile, 'reduced' | 'meshes'>> {
  const { name, resolve, actor, start, end, fps } = options;
  const opened = openCharacter(bytes, options);
  const travelled = options.travels ? addTravel(opened.patch, options) : null;
  // The new clip is read from the patched file, in the same way as the old ones.
  const source = await openGltfSource(travelled ? opened.patch.toGlb() : bytes, { name, resolve });
  const { patch } = travelled ? openGlbPatch(opened.patch.toGlb(), { name, resolve }) : opened;
  const clips: MorphClip[] = [];
  const own = planOwnClip(actor, start, end, fps);
  if (own) clips.push(own);
  if (travelled) clips.push(clipOfTravel(travelled));
  const alone = clips.length === 0 ? addEmptyClip(patch, options) : null;
  if (alone) clips.push(alone);
  const { tracks, maxTargets = usualTargetCount, storage = 'dense' } = options;
  const reduced = options.reduced ?? reduceMorphs(source, { actor, tracks, maxTargets });
  const meshes = addMorphs(patch, source, reduced, clips, storage);
  const isEmpty = alone !== null && patch.json.animations![alone.animation].channels.length === 0;
  if (isEmpty) dropLastClip(patch);
  const clipName = travelled?.clipName ?? (alone && !isEmpty ? fleshClipName : null);
  const isMoved = meshes.some(({ targets }) => targets > 0);
  return {
    patch,
    clips: isEmpty ? [] : clips,
    clipName,
    shown:
      travelled || isMoved
        ? { animation: clips[clips.length - 1].animation, isNew: clipName !== null }
        : null,
    reduced,
    meshes,
    warnings: opened.warnings,
    ownClipWarnings: own?.warnings ?? [],
  };
}

/** Name of the clip of the flesh in a file without clips. */
export const fleshClipName = 'flesh';

/** Returns a clip over the whole scene that has no channels yet. */
export function addEmptyClip(patch: GlbPatch, { actor, start, end, fps }: CharacterOptions): MorphClip {
  const sceneTimes = findKeyTimes(actor, start, end, fps);
  return {
    animation: patch.add('animations', { name: fleshClipName, samplers: [], channels: [] }),
    times: Float32Array.from(sceneTimes, (time) => time - start),
    sceneTimes,
    loops: false,
  };
}

/** Removes a clip without channels: glTF allows neither animations without channels nor empty lists. */
function dropLastClip({ json }: GlbPatch): void {
  json.animations!.pop();
  if (json.animations!.length === 0) delete json.animations;
}
