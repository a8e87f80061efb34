import type { ExrChannels } from '../../files/exr-write.ts';
import type { MorphStorage } from '../../files/morph-targets.ts';
import type { SceneOffset } from '../bake-plan.ts';
import type { WrittenFile } from '../bake-report.ts';
import { describeForBlender } from '../blender/blender-entries.ts';
import { blenderScriptName } from '../blender/write-blender-script.ts';
import { describeOffset } from '../describe-offset.ts';
import { explainFur, explainFurInHoudini, explainFurTextures } from '../shells/fur-readme.ts';
import type { FurFacts } from '../shells/write-fur.ts';
import type { HeightSequenceFacts } from '../heightfield/height-sequence.ts';
import { explainPoints, explainPointsElsewhere, explainPointsInHoudini } from '../points/points-readme.ts';
import { explainCharacters } from '../characters/explain-characters.ts';
import {
  explainDisplace,
  explainLandscapes,
  explainMaps,
  explainMapsInHoudini,
  explainMeshes,
  hasMaps,
} from '../heightfield/explain-grounds.ts';
import { listFiles } from './list-files.ts';
import { count, explainSome, show } from './readme-words.ts';
import type { GroundMeshFacts } from '../heightfield/write-ground-mesh.ts';
import type { PointsFacts } from '../points/write-points.ts';

/** What a bake has written and readers of its files need to know. Paths are relative to its folder, with forward slashes. */
export interface BakeFacts {
  /** The scene's name. */
  readonly name: string;
  readonly fps: number;
  readonly frameCount: number;
  /** Number of the first frame written, which its files bear. */
  readonly firstFrame: number;
  /** Time of the first and of the last frame, seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly grounds: readonly GroundReadmeFacts[];
  readonly points?: readonly PointsFacts[];
  readonly furs?: readonly FurFacts[];
  readonly characters: readonly CharacterReadmeFacts[];
  /** What was taken off the coordinates of files far from the origin. */
  readonly offsets?: readonly SceneOffset[];
  /** Actors that are not to be seen. */
  readonly hidden?: readonly string[];
  /** Pictures of flesh, by character. */
  readonly sheets?: readonly { readonly name: string; readonly file: string }[];
  /** What systems prepared, by system. */
  readonly prepared?: readonly { readonly name: string; readonly file: string }[];
}

/** What `README.txt` of a bake tells about. */
export interface BakeReadmeFacts extends BakeFacts {
  /** Everything that was written, but for this text and the report. */
  readonly files: readonly WrittenFile[];
  /** Names of all actors and systems. */
  readonly names: readonly string[];
}

export interface GroundReadmeFacts {
  readonly name: string;
  /** `sand`, `mud`, `snow`: what it should look like. */
  readonly material: string;
  /** What its height maps say, where there are any. */
  readonly heights?: HeightSequenceFacts;
  /** Folders of the height maps. */
  readonly pngFolder?: string;
  readonly exrFolder?: string;
  readonly tiffFolder?: string;
  /** Channels of the EXR; Y when absent. */
  readonly exrChannels?: ExrChannels;
  /** The GLB of the ground, and what is known of it. */
  readonly mesh?: string;
  readonly meshFacts?: GroundMeshFacts;
  /** The state from which a later scene can go on. */
  readonly state?: string;
  readonly picture?: string;
}

export interface CharacterReadmeFacts {
  readonly name: string;
  readonly file: string;
  /** The new clip; null when there is none. */
  readonly clipName: string | null;
  /** What moves of its flesh; null where none does. */
  readonly flesh: FleshReadmeFacts | null;
}

export interface FleshReadmeFacts {
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

/**
 * The text of `README.txt`: what a bake wrote, and how to bring it into Blender, Houdini and engines, with this bake's
 * own numbers. Plain text of at most 120 lines, however many actors there are; long lists are in the report. Ends in a line end.
 */
export function writeBakeReadme(facts: BakeReadmeFacts): string {
  const maps = facts.grounds.filter(hasMaps);
  const points = facts.points ?? [];
  const furs = facts.furs ?? [];
  const likewise = 'are written in the same way.';
  const sections = [
    introduce(facts),
    explainMeshes(facts.grounds),
    explainMaps(maps, facts),
    explainSome(points, 2, (system) => lines(explainPoints(system, facts)), likewise),
    explainSome(furs, 1, (fur) => lines(explainFur(fur, facts)), likewise),
    explainCharacters(facts),
    explainBlender(facts),
    explainMapsInHoudini(maps, facts),
    explainSome(points, 1, (system) => lines(explainPointsInHoudini(system, facts)), 'go the same way.'),
    explainFurInHoudini(furs, facts),
    explainEngines(facts),
    explainPointsElsewhere(points),
    explainFurTextures(furs),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

/** The lines of a text; none where it is empty. */
function lines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function introduce(facts: BakeReadmeFacts): string {
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

function explainBlender(facts: BakeReadmeFacts): string {
  const { entries, firstFrame, notes } = describeForBlender(facts);
  if (entries.length === 0) return '';
  return [
    'Blender (3.4 and later)',
    `  Run ${blenderScriptName}, and nothing else: it brings in everything that is listed in it, ready to play and render.`,
    `  In the Scripting workspace: Text > Open, choose ${blenderScriptName} in this folder, then Text > Run Script.`,
    `  On the command line: blender my-file.blend --python ${blenderScriptName}`,
    `  It sets the frame rate and the range of frames; frame ${firstFrame} is the first. Everything is in one collection named`,
    `  ${facts.name}. The script can be run again: it replaces what it made, and nothing else. The saved file plays without it,`,
    '  on other machines too, as long as this folder stays where the file finds it.',
    ...notes.slice(0, 3).map((note) => `  ${note}.`),
    ...explainDisplace(facts.grounds.filter(hasMaps)),
  ].join('\n');
}

function explainEngines({ files, grounds }: BakeReadmeFacts): string {
  const hasMeshes = files.some(({ file, kind }) => file.endsWith('.glb') && kind !== 'pointsGlb');
  const words = [
    ...(hasMeshes
      ? ['  Any reader of glTF (Unreal, Unity with glTFast, Godot, three.js) opens every .glb here.']
      : []),
    ...explainLandscapes(grounds.filter(hasMaps)),
  ];
  return words.length > 0 ? ['Engines', ...words].join('\n') : '';
}
