import type { MannequinBuildName } from '../files/bvh/mannequin/builds.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { measureRest } from '../motion/measure-rest.ts';
import type { Rig } from '../motion/rig.ts';
import { chooseClip } from './choose-clip.ts';
import type { SceneActor } from './scene.ts';

export interface CharacterSource {
  /** Name of the file. Its extension selects the format. */
  readonly file: string;
  /** Returns the bytes of a file that a .gltf names. */
  readonly resolve?: (uri: string) => Uint8Array | undefined;
  /** Up axis of a motion-capture recording. Default `auto`. */
  readonly up?: SceneActor['up'];
  /** Build of the mannequin of a character without a surface. Default `auto`, which is medium. */
  readonly mannequin?: SceneActor['mannequin'];
}

/** The contents of a character file. */
export interface CharacterData {
  readonly rig: Rig;
  /**
   * The character as glTF: the file itself, the file with an added mannequin if it has no surface, or the converted motion-capture
   * recording.
   */
  readonly bytes: Uint8Array;
  /** Whether its surface is a mannequin. */
  readonly isMannequin: boolean;
  /** For a file without a unit: the guessed metres per unit, and a description of the guess. Null for glTF. */
  readonly guess: { readonly scale: number; readonly description: string } | null;
}

/** Returns whether a file is a motion-capture recording: a skeleton and a motion in a format without surfaces. */
export function isTakeFile(file: string): boolean {
  return /\.bvh$/i.test(file);
}

/** Reads a character (.glb, .gltf), or converts a motion-capture recording (.bvh) to one. Throws InputError. */
export async function readCharacter(
  bytes: Uint8Array,
  { file, resolve, up = 'auto', mannequin = 'auto' }: CharacterSource,
): Promise<CharacterData> {
  if (!isTakeFile(file)) return readGltfCharacter(bytes, file, resolve, toBuild(mannequin));
  // This module is loaded only for a motion-capture recording.
  const { guessRecordingScale } = await import('../files/bvh/guess-scale.ts');
  const { readBvh } = await import('../files/bvh/read-bvh.ts');
  const { writeRigGlb } = await import('../files/rig-glb.ts');
  const rig = readBvh(bytes, {
    name: file,
    up: up === 'auto' ? undefined : up,
    build: toBuild(mannequin),
  });
  if (rig.surfaces.length === 0) {
    throw InputError.at(
      file,
      'expected a motion-capture recording with bones, got joints that are all at one position',
    );
  }
  return {
    rig,
    bytes: writeRigGlb(rig),
    isMannequin: true,
    guess: guessRecordingScale(measureRest(rig).height),
  };
}

function toBuild(mannequin: SceneActor['mannequin']): MannequinBuildName | undefined {
  return mannequin === 'auto' ? undefined : mannequin;
}

/** Returns a glTF unchanged. If it has no surface, a mannequin is added if one can be built. */
async function readGltfCharacter(
  bytes: Uint8Array,
  file: string,
  resolve: CharacterSource['resolve'],
  build: MannequinBuildName | undefined,
): Promise<CharacterData> {
  const rig = await readGltf(bytes, { name: file, resolve });
  if (rig.surfaces.length > 0) return { rig, bytes, isMannequin: false, guess: null };
  const { dressRig } = await import('../files/bvh/dress-rig.ts');
  const dressed = dressRig(bytes, rig, { name: file, resolve, clip: chooseClip(rig), build });
  if (!dressed) return { rig, bytes, isMannequin: false, guess: null };
  const whole = await readGltf(dressed, { name: file });
  const warning = 'it has no surface: it gets a mannequin built from its skeleton';
  return {
    rig: { ...whole, warnings: [...whole.warnings, warning] },
    bytes: dressed,
    isMannequin: true,
    guess: null,
  };
}
