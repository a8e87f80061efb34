import type { MorphStorage } from '../../files/morph-targets.ts';
import type { ImportedEntry, OutputExplanation } from '../output-definition.ts';
import { count, explainSome, showShort } from '../readme/readme-format.ts';
import type { FleshJointReport } from './flesh-joints/write-flesh-joints.ts';

/** Facts about a character or a rigid body that are known after its file is written. */
export interface CharacterFacts {
  readonly name: string;
  readonly file: string;
  /** Name of the new clip. Null if there is none. */
  readonly clipName: string | null;
  /** Facts about its moving flesh. Null if no flesh moves. */
  readonly flesh: FleshFacts | null;
  /** Whether something sticks to it. */
  readonly isCovered?: boolean;
  /** Facts about flesh that joints move. Absent if the file has none. */
  readonly joints?: readonly FleshJointReport[];
}

export interface FleshFacts {
  /** Name of the character's own clip in which the flesh moves. Empty if the clip has no name, null if the character plays no clip. */
  readonly clipName: string | null;
  /** Number of morph targets of the mesh that has the most. */
  readonly targets: number;
  /** How the targets are stored. */
  readonly storage: MorphStorage;
  /** Deviation from the simulation: maximum in metres, and root mean square as a fraction of the motion. */
  readonly errorMetres: number;
  readonly errorFraction: number;
  /**
   * Fraction of surface and time in which the file's normals are within half a degree of the normals of the shown surface. Null without
   * normals.
   */
  readonly fineNormals: number | null;
}

/** Explains the files of characters and rigid bodies. hidden: names of actors that are not shown. */
export function explainAllCharacters(
  characters: readonly CharacterFacts[],
  hidden: readonly string[],
): OutputExplanation {
  return { about: explainCharacters(characters), entries: characterEntries(characters, hidden) };
}

/**
 * Returns one file for each character: if there is a file in which the character moves across the ground, that one, otherwise the in-place
 * file.
 */
function characterEntries(characters: readonly CharacterFacts[], hidden: readonly string[]): ImportedEntry[] {
  const first = new Map([...characters].reverse().map((character) => [character.name, character]));
  return characters
    .filter((character) => first.get(character.name) === character)
    .map(({ name, file, clipName, flesh }) => {
      const clip = clipName ?? flesh?.clipName ?? null;
      return { entry: { kind: 'gltf', name, file, clip, isHidden: hidden.includes(name) }, actor: name };
    });
}

/**
 * Describes the clips in the files of characters and rigid bodies. Only the first files are described, since the members of a crowd are
 * similar.
 */
function explainCharacters(characters: readonly CharacterFacts[]): string {
  const text = explainSome(
    characters.map((character) => ({ ...character, name: character.file })),
    4,
    (character) => describeCharacter(character).map((line) => `  ${line}`),
    'hold the same of their own; actors[] in report.json has the figures of each.',
  );
  return text === '' ? '' : `Characters and things that move\n${text.replaceAll('\n\n', '\n')}`;
}

function describeJoints(parts: readonly FleshJointReport[]): string[] {
  return parts.map(({ part, joints, influences, error }) => {
    const off = (metres: number) => showShort(Math.max(0.001, 1000 * metres));
    return (
      `  its flesh "${part}" moves with ${count(joints, 'more joint')} (${influences} a vertex at most), ${off(error.rmsMetres)} mm from what was ` +
      `simulated on average, ${off(error.maxMetres)} mm at most`
    );
  });
}

function describeCharacter(facts: CharacterFacts): string[] {
  const lines = describeMotion(facts);
  if (facts.isCovered)
    lines.push(
      '  what sticks to it at the end darkens its vertex colours (COLOR_0), and is _STICKING of each vertex, 0 to 1',
    );
  return lines;
}

function describeMotion({ file, clipName, flesh, joints }: CharacterFacts): string[] {
  const holds = clipName
    ? `all its clips and one more, "${clipName}"${flesh?.clipName === clipName ? '' : ', as it went here'}`
    : (flesh ?? joints)
      ? 'all its clips'
      : 'where it stood here';
  const line = `${file}: ${holds}`;
  if (joints) return [line, ...describeJoints(joints)];
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
    `  within ${showShort(Math.max(0.001, 1000 * flesh.errorMetres))} mm of what was simulated (${showShort(Math.max(0.001, 100 * flesh.errorFraction))} % of the motion on average)${light}`,
  ];
}
