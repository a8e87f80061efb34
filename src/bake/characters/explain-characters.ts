import type { MorphStorage } from '../../files/morph-targets.ts';
import type { BlenderEntry } from '../blender/blender-facts.ts';
import type { OutputExplanation } from '../output-definition.ts';
import { count, explainSome, showShort } from '../readme/readme-words.ts';

/** What is known of a character or a rigid thing once its file is written. */
export interface CharacterFacts {
  readonly name: string;
  readonly file: string;
  /** The new clip; null when there is none. */
  readonly clipName: string | null;
  /** What moves of its flesh; null where none does. */
  readonly flesh: FleshFacts | null;
}

export interface FleshFacts {
  /** The clip of the character's own that it moves in; empty when that has no name, null when it plays none. */
  readonly clipName: string | null;
  /** Morph targets, of the mesh that has most. */
  readonly targets: number;
  /** How they are stored. */
  readonly storage: MorphStorage;
  /** How far it lies from what was simulated: at most, metres; root mean square, as a share of the motion. */
  readonly errorMetres: number;
  readonly errorShare: number;
  /** Share of surface and time where its normals are within half a degree of the shown surface's; null without normals. */
  readonly fineNormals: number | null;
}

/** Explains the files of characters and rigid things. hidden: names of actors that are not shown. */
export function explainAllCharacters(
  characters: readonly CharacterFacts[],
  hidden: readonly string[],
): OutputExplanation {
  return { about: explainCharacters(characters), entries: characterEntries(characters, hidden) };
}

/** One file a character: the first, which travels, before one that plays on the spot. */
function characterEntries(characters: readonly CharacterFacts[], hidden: readonly string[]): BlenderEntry[] {
  const entries = new Map<string, BlenderEntry>();
  for (const { name, file, clipName, flesh } of characters) {
    if (entries.has(name)) continue;
    const clip = clipName ?? flesh?.clipName ?? null;
    entries.set(name, { kind: 'gltf', name, file, clip, isHidden: hidden.includes(name) });
  }
  return [...entries.values()];
}

/** What plays in the files of characters and rigid things: the first of them, since those of a crowd are alike. */
function explainCharacters(characters: readonly CharacterFacts[]): string {
  const text = explainSome(
    characters.map((character) => ({ ...character, name: character.file })),
    4,
    (character) => describeCharacter(character).map((line) => `  ${line}`),
    'hold the same of their own; actors[] in report.json has the figures of each.',
  );
  return text === '' ? '' : `Characters and things that move\n${text.replaceAll('\n\n', '\n')}`;
}

function describeCharacter({ file, clipName, flesh }: CharacterFacts): string[] {
  const holds = clipName
    ? `all its clips and one more, "${clipName}"${flesh?.clipName === clipName ? '' : ', as it went here'}`
    : flesh
      ? 'all its clips'
      : 'where it stood here';
  const line = `${file}: ${holds}`;
  if (!flesh) return [line];
  const clips = new Set([flesh.clipName, clipName].filter((clip) => clip !== null));
  const where = [...clips].map((clip) => (clip ? `"${clip}"` : 'its clip')).join(' and ');
  const light =
    flesh.fineNormals === null
      ? ''
      : `; on ${Math.floor(100 * flesh.fineNormals)} % of the surface, normals within 0.5 degrees of those of the displaced triangles`;
  return [
    line,
    `  its flesh moves in ${where}, by ${count(flesh.targets, 'morph target')} a mesh at most,`,
    flesh.storage === 'dense'
      ? '  stored for every vertex (dense, as every program reads them), weights from 0 to 1,'
      : '  stored for moving vertices alone (sparse; set morphStorage to dense for programs that stop at it), weights 0 to 1,',
    `  within ${showShort(Math.max(0.001, 1000 * flesh.errorMetres))} mm of what was simulated (${showShort(Math.max(0.001, 100 * flesh.errorShare))} % of the motion on average)${light}`,
  ];
}
