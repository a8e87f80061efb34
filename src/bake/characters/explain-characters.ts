import type { BakeReadmeFacts, CharacterReadmeFacts } from '../readme/readme-text.ts';
import { count, explainSome, showShort } from '../readme/readme-words.ts';

/** What plays in the files of characters and rigid things: the first of them, since those of a crowd are alike. */
export function explainCharacters({ characters }: BakeReadmeFacts): string {
  const text = explainSome(
    characters.map((character) => ({ ...character, name: character.file })),
    4,
    (character) => describeCharacter(character).map((line) => `  ${line}`),
    'hold the same of their own; actors[] in report.json has the figures of each.',
  );
  return text === '' ? '' : `Characters and things that move\n${text.replaceAll('\n\n', '\n')}`;
}

function describeCharacter({ file, clipName, flesh }: CharacterReadmeFacts): string[] {
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
