import type { SceneOffset } from '../bake-plan.ts';
import type { WrittenFile } from '../bake-report.ts';
import type { BlenderFacts } from '../blender/blender-facts.ts';
import { blenderScriptName } from '../blender/write-blender-script.ts';
import { describeOffset } from '../describe-offset.ts';
import type { BakeFrames, OutputExplanation } from '../output-definition.ts';
import { type OutputKindName, outputKinds } from '../output-kinds.ts';
import { listFiles } from './list-files.ts';
import { count, show } from './readme-format.ts';

/** The data for the `README.txt` of a bake. Paths are relative to the folder of the bake, with forward slashes. */
export interface ReadmeFacts extends BakeFrames {
  /** The scene's name. */
  readonly name: string;
  /** All files that were written, except for this text and the report. */
  readonly files: readonly WrittenFile[];
  /** Names of all actors and systems. */
  readonly names: readonly string[];
  /** The offset that was subtracted from the coordinates of files far from the origin. */
  readonly offsets?: readonly SceneOffset[];
}

/**
 * Returns the text of `README.txt`: which files a bake wrote, and how to import them into Blender, Houdini and engines, with the values of
 * this bake. Plain text of at most 120 lines, for any number of actors. Long lists are only in the report. Ends in a line end.
 */
export function writeBakeReadme(
  facts: ReadmeFacts,
  explanations: readonly OutputExplanation[],
  blender: BlenderFacts,
): string {
  const inBlender = [
    ...explainBlender(facts, blender),
    ...explanations.flatMap((explanation) => explanation.blender ?? []),
  ];
  const sections = [
    introduce(facts),
    ...explanations.map(({ about }) => about),
    inBlender.join('\n'),
    ...explanations.map(({ houdini }) => houdini),
    explainEngines(
      facts,
      explanations.flatMap(({ engines = [] }) => engines),
    ),
    ...explanations.map(({ elsewhere }) => elsewhere),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function introduce(facts: ReadmeFacts): string {
  const { name, fps, frameCount, firstFrame, startSeconds, endSeconds, files, names, offsets = [] } = facts;
  const last = firstFrame + frameCount - 1;
  return [
    name,
    '='.repeat([...name].length),
    `${count(frameCount, 'frame')} at ${show(fps)} a second: frame ${firstFrame} at ${show(startSeconds)} s to frame ${last} at ${show(endSeconds)} s. ` +
      'Metres, Y up, right-handed, as in glTF.',
    ...offsets.map((offset) => `${describeOffset(offset)}.`),
    '',
    'What is here',
    ...listFiles(files, names),
    '  every file with its size, figures, warnings, and where height maps lie',
    '    report.json',
  ].join('\n');
}

function explainBlender({ name, firstFrame }: ReadmeFacts, { entries, notes }: BlenderFacts): string[] {
  if (entries.length === 0) return [];
  return [
    'Blender (3.4 and later)',
    `  Run ${blenderScriptName}, and nothing else: it brings in everything that is listed in it, ready to play and render.`,
    `  In the Scripting workspace: Text > Open, choose ${blenderScriptName} in this folder, then Text > Run Script.`,
    `  On the command line: blender my-file.blend --python ${blenderScriptName}`,
    `  It sets the frame rate and the range of frames; frame ${firstFrame} is the first. Everything is in one collection named`,
    `  ${name}. The script can be run again: it replaces what it made, and nothing else. The saved file plays without it,`,
    '  on other machines too, as long as this folder stays where the file finds it.',
    ...notes.slice(0, 3).map((note) => `  ${note}.`),
  ];
}

function explainEngines({ files }: ReadmeFacts, lines: readonly string[]): string {
  const hasMeshes = files.some(
    ({ file, kind }) => file.endsWith('.glb') && outputKinds[kind as OutputKindName]?.hasMesh,
  );
  const all = [
    ...(hasMeshes
      ? ['  Any reader of glTF (Unreal, Unity with glTFast, Godot, three.js) opens every .glb here.']
      : []),
    ...lines,
  ];
  return all.length > 0 ? ['Engines', ...all].join('\n') : '';
}
