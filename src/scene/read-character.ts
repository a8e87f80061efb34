import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { measureRest } from '../motion/measure-rest.ts';
import type { Rig } from '../motion/rig.ts';
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
  /** As glTF: the file itself, or what was made of a take. */
  readonly bytes: Uint8Array;
  /** Metres per unit where the file does not say and nobody else does, and what was taken to be so; null for glTF. */
  readonly guess: { readonly scale: number; readonly words: string } | null;
}

/** Whether a file is a take, which has a skeleton and a motion, but no surface. */
export function isTakeFile(file: string): boolean {
  return /\.bvh$/i.test(file);
}

/** Reads a character (.glb, .gltf), or a take (.bvh) as one. Throws InputError. */
export async function readCharacter(
  bytes: Uint8Array,
  { file, resolve, up = 'auto' }: CharacterSource,
): Promise<CharacterData> {
  if (!isTakeFile(file)) return { rig: await readGltf(bytes, { name: file, resolve }), bytes, guess: null };
  // Loaded only where there is a take.
  const { guessTakeScale } = await import('../files/bvh/guess-scale.ts');
  const { readBvh } = await import('../files/bvh/read-bvh.ts');
  const { writeRigGlb } = await import('../files/rig-glb.ts');
  const rig = readBvh(bytes, { name: file, up: up === 'auto' ? undefined : up });
  if (rig.surfaces.length === 0) {
    throw InputError.at(file, 'expected a take with bones, got joints that are all in one place');
  }
  return { rig, bytes: writeRigGlb(rig), guess: guessTakeScale(measureRest(rig).height) };
}
