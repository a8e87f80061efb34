import { addClips } from '../files/add-clips.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { InputError } from '../input-error.ts';
import { matchRigs } from '../motion/retarget/match-rigs.ts';
import { retargetClip } from '../motion/retarget/retarget-clip.ts';
import { retargetExpressions } from '../motion/retarget/retarget-expressions.ts';
import type { Clip, Rig } from '../motion/rig.ts';
import { uniqueName } from '../motion/unique-name.ts';
import { readBeside } from './read-beside.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';
import { fileStem } from './scene-names.ts';
import type { ReadCharacter } from './shared-characters.ts';

/** Maximum number of names that a message lists. */
const maxNames = 6;

/**
 * Returns a character with the clips of other files, after its own ones, and its file as a GLB with these clips. path: `clipFiles` of the
 * actor in the scene. Throws InputError if a file has no clip, or if it moves another kind of skeleton.
 */
export async function addClipFiles(
  character: ReadCharacter,
  names: readonly string[],
  { file, files, path }: { readonly file: string; readonly files: SceneFiles; readonly path: string },
): Promise<ReadCharacter> {
  const { rig, bytes, resolve } = character;
  const read = [...character.read];
  const warnings = [...rig.warnings];
  const taken = new Set(rig.clips.map(({ name }) => name));
  const clips: Clip[] = [];
  for (const [index, name] of names.entries()) {
    const location = `${path}[${index}]`;
    const data = requireFile(files, name, location);
    read.push(data);
    const source = await readGltf(data, {
      name,
      resolve: readBeside(files, name, (part) => void read.push(part)),
    });
    if (source.clips.length === 0)
      throw InputError.at(location, `expected a file with clips, but ${name} has none`);
    for (const clip of source.clips) {
      const own = clip.name || fileStem(name);
      clips.push({ ...moveClip(clip, source, rig, file, location, warnings), name: uniqueName(own, taken) });
    }
  }
  const whole = addClips(bytes, clips, { name: file, resolve });
  return {
    ...character,
    rig: { ...rig, clips: [...rig.clips, ...clips], warnings },
    bytes: whole,
    read,
  };
}

function moveClip(
  clip: Clip,
  source: Rig,
  target: Rig,
  file: string,
  location: string,
  warnings: string[],
): Clip {
  const { map, missing, found } = matchRigs(clip, source, target);
  const named = listNames(missing);
  const faces = retargetExpressions(clip, source, target);
  const showsFaceOnly = missing.length === 0 && faces.channels.length > 0;
  if (found <= missing.length && !showsFaceOnly) {
    const kind =
      source.humanBones?.kind === 'animation' && !target.humanBones
        ? `${source.name} is an animation for VRM characters, which ${file} is not, and their nodes have other names`
        : `${source.name} moves nodes that ${file} does not have: ${named}`;
    throw InputError.at(
      location,
      `expected clips for the skeleton of ${file}, got those of another one: ${kind}; ` +
        'use a VRM character with a .vrma, or a file whose joints have the same names',
    );
  }
  const label = `"${clip.name || fileStem(source.name)}" of ${source.name}`;
  if (missing.length > 0) warnings.push(`${label} also moves ${named}, which ${file} does not have`);
  for (const warning of faces.warnings) warnings.push(`${label} ${warning}`);
  const moved = retargetClip(clip, source, target, map);
  return { ...moved, channels: [...moved.channels, ...faces.channels] };
}

function listNames(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return names.slice(0, maxNames).join(', ') + more;
}
