import { openGlbPatch } from '../../files/glb-open.ts';
import type { GlbPatch } from '../../files/glb-patch.ts';
import { openGltfSource } from '../../files/gltf/gltf-source.ts';
import { addTravel, type CharacterOptions, openCharacter } from '../character.ts';
import { findKeyTimes } from '../character-tracks.ts';
import { addMorphs, type MorphClip, type MorphReport } from './add-morphs.ts';
import type { MorphTrack } from './morph-track.ts';
import { planOwnClip } from './own-clip.ts';
import { type ReducedMorphs, reduceMorphs } from './reduce-morphs.ts';

export interface MorphedCharacterOptions extends CharacterOptions {
  /** What moves this actor's flesh. */
  readonly tracks: readonly MorphTrack[];
  /** Morph targets a mesh, at most. Default 4, which every viewer plays. */
  readonly mostTargets?: number;
  /** What an earlier call for the same actor and tracks found, to spare the work. */
  readonly reduced?: readonly ReducedMorphs[];
  /** Adds the clip that travels across the ground too, as `writeTravelledCharacter` does. */
  readonly travels: boolean;
}

export interface MorphedCharacterFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name of the clip that was added; null when none was. */
  readonly clipName: string | null;
  readonly reduced: readonly ReducedMorphs[];
  /** What each mesh got, by node. */
  readonly meshes: readonly MorphReport[];
  readonly warnings: readonly string[];
}

/**
 * The character's own file as a GLB whose flesh moves: morph targets on its meshes, and weights in the clip that the actor
 * plays and in the travelled one.
 *
 * Patched, not written anew: what the file holds keeps its indices and its bytes. An actor that plays no clip gets one of
 * its flesh alone.
 * Errors: as `openGlbPatch` and `addMorphs`.
 */
export async function writeMorphedCharacter(
  bytes: Uint8Array,
  options: MorphedCharacterOptions,
): Promise<MorphedCharacterFile> {
  const { name, resolve, actor, start, end, fps } = options;
  const opened = openCharacter(bytes, options);
  const travelled = options.travels ? addTravel(opened.patch, options) : null;
  // The new clip is read like the old ones: from a file.
  const source = await openGltfSource(travelled ? opened.patch.toGlb() : bytes, { name, resolve });
  const { patch } = travelled ? openGlbPatch(opened.patch.toGlb(), { name, resolve }) : opened;
  const clips: MorphClip[] = [];
  const own = planOwnClip(actor, start, end, fps);
  if (own) clips.push(own);
  if (travelled) {
    const { times, animation } = travelled;
    const seconds = Float32Array.from(times, (time) => time - times[0]);
    clips.push({ animation, times: seconds, sceneTimes: times, loops: false });
  }
  const alone = clips.length === 0 ? addEmptyClip(patch, options) : null;
  if (alone) clips.push(alone);
  const { tracks, mostTargets = 4 } = options;
  const reduced = options.reduced ?? reduceMorphs(source, { actor, tracks, mostTargets });
  const meshes = addMorphs(patch, source, reduced, clips);
  const isEmpty = alone !== null && patch.json.animations![alone.animation].channels.length === 0;
  if (isEmpty) dropLastClip(patch);
  const clipName = travelled?.clipName ?? (alone && !isEmpty ? fleshClipName : null);
  return {
    bytes: patch.toGlb(),
    clipName,
    reduced,
    meshes,
    warnings: [...opened.warnings, ...(own?.warnings ?? [])],
  };
}

const fleshClipName = 'flesh';

/** A clip over the whole scene without channels yet. */
function addEmptyClip(patch: GlbPatch, { actor, start, end, fps }: CharacterOptions): MorphClip {
  const sceneTimes = findKeyTimes(actor, start, end, fps);
  return {
    animation: patch.add('animations', { name: fleshClipName, samplers: [], channels: [] }),
    times: Float32Array.from(sceneTimes, (time) => time - start),
    sceneTimes,
    loops: false,
  };
}

/** glTF allows no animation without channels, and no empty list. */
function dropLastClip({ json }: GlbPatch): void {
  json.animations!.pop();
  if (json.animations!.length === 0) delete json.animations;
}
