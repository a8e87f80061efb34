import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { measureRest } from '../motion/measure-rest.ts';
import type { Rig } from '../motion/rig.ts';
import { chooseClip } from './choose-clip.ts';
import type { SceneActor } from './scene.ts';

export interface CharacterSource {
  /** Name of the file, by whose ending it is known. */
  readonly file: string;
  /** Bytes of the files that a .gltf names. */
  readonly resolve?: (uri: string) => Uint8Array | undefined;
  /** Which way is up in a take. Default `auto`. */
  readonly up?: SceneActor['up'];
}

/** A character as its file holds it. */
export interface CharacterData {
  readonly rig: Rig;
  /** As glTF: the file itself, with a mannequin where it has no surface, or what was made of a take. */
  readonly bytes: Uint8Array;
  /** Metres per unit where the file does not say and nobody else does, and what was taken to be so; null for glTF. */
  readonly guess: { readonly scale: number; readonly description: string } | null;
}

/** Whether a file is a take: a skeleton and a motion in a format without surfaces. */
export function isTakeFile(file: string): boolean {
  return /\.bvh$/i.test(file);
}

/** Reads a character (.glb, .gltf), or a take (.bvh) as one. Throws InputError. */
export async function readCharacter(
  bytes: Uint8Array,
  { file, resolve, up = 'auto' }: CharacterSource,
): Promise<CharacterData> {
  if (!isTakeFile(file)) return readGltfCharacter(bytes, file, resolve);
  // Loaded only where there is a take.
  const { guessRecordingScale } = await import('../files/bvh/guess-scale.ts');
  const { readBvh } = await import('../files/bvh/read-bvh.ts');
  const { writeRigGlb } = await import('../files/rig-glb.ts');
  const rig = readBvh(bytes, { name: file, up: up === 'auto' ? undefined : up });
  if (rig.surfaces.length === 0) {
    throw InputError.at(file, 'expected a take with bones, got joints that are all in one place');
  }
  return { rig, bytes: writeRigGlb(rig), guess: guessRecordingScale(measureRest(rig).height) };
}

/** A glTF as it is; one without a surface with a mannequin, where one can be built. */
async function readGltfCharacter(
  bytes: Uint8Array,
  file: string,
  resolve: CharacterSource['resolve'],
): Promise<CharacterData> {
  const rig = await readGltf(bytes, { name: file, resolve });
  if (rig.surfaces.length > 0) return { rig, bytes, guess: null };
  const { dressRig } = await import('../files/bvh/dress-rig.ts');
  const dressed = dressRig(bytes, rig, { name: file, resolve, clip: chooseClip(rig) });
  if (!dressed) return { rig, bytes, guess: null };
  const whole = await readGltf(dressed, { name: file });
  const words = 'it holds no surface: it is given a mannequin built from its skeleton';
  return { rig: { ...whole, warnings: [...whole.warnings, words] }, bytes: dressed, guess: null };
}
