import type { ExrChannels } from '../files/exr-write.ts';
import type { MorphStorage } from '../files/morph-targets.ts';
import { describeForBlender } from './blender/blender-entries.ts';
import { blenderScriptName } from './blender/write-blender-script.ts';
import { explainFur, explainFurInHoudini, explainFurTextures, listFurFiles } from './fur/fur-readme.ts';
import type { FurFacts } from './fur/write-fur.ts';
import { type HeightPart, listHeightParts } from './height-parts.ts';
import { type HeightSequenceFacts, heightFileName } from './height-sequence.ts';
import {
  explainPoints,
  explainPointsElsewhere,
  explainPointsInHoudini,
  listPointsFiles,
} from './points/points-readme.ts';
import type { GroundMeshFacts } from './write-ground-mesh.ts';
import type { PointsFacts } from './write-points.ts';

/** What `README.txt` of a bake tells about. Paths are relative to its folder, with forward slashes. */
export interface BakeReadmeFacts {
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
  /** Actors that are not to be seen. */
  readonly hidden?: readonly string[];
  /** Pictures of flesh, by character. */
  readonly sheets?: readonly { readonly name: string; readonly file: string }[];
  /** What systems prepared, by system. */
  readonly prepared?: readonly { readonly name: string; readonly file: string }[];
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
 * own numbers. Plain text, lines of at most 110 characters but for long names; ends in a line end.
 */
export function writeBakeReadme(facts: BakeReadmeFacts): string {
  const maps = facts.grounds.filter(hasMaps);
  const points = facts.points ?? [];
  const furs = facts.furs ?? [];
  const sections = [
    introduce(facts),
    ...maps.map((ground) => explainMaps(ground, facts)),
    ...points.map((system) => explainPoints(system, facts)),
    ...furs.map((fur) => explainFur(fur, facts)),
    explainBlender(maps, facts),
    ...maps
      .flatMap((ground) => listHeightParts(ground, facts).map((part) => ({ mesh: ground.mesh, ...part })))
      .map((part) => explainHoudini(part, facts)),
    ...points.map((system) => explainPointsInHoudini(system, facts)),
    explainFurInHoudini(furs, facts),
    explainEngines(maps, facts),
    explainPointsElsewhere(points),
    explainFurTextures(furs),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

type MappedGround = GroundReadmeFacts & { readonly heights: HeightSequenceFacts };

function hasMaps(ground: GroundReadmeFacts): ground is MappedGround {
  return ground.heights !== undefined && (ground.pngFolder ?? ground.exrFolder) !== undefined;
}

function introduce({ name, fps, frameCount, startSeconds, endSeconds, ...facts }: BakeReadmeFacts): string {
  const last = facts.firstFrame + frameCount - 1;
  const frames = (folder: string, extension: 'png' | 'exr') =>
    `${folder}/${heightFileName(facts.firstFrame, extension)} to ${heightFileName(last, extension)}`;
  const lines: string[] = [];
  for (const ground of facts.grounds) {
    if (ground.mesh) lines.push(...describeMesh(ground.name, ground.mesh, ground.meshFacts?.motion));
    if (ground.state)
      lines.push(
        `${ground.state}: all of ${ground.name} at the end; as "terrain" of a ground, a later scene goes on from it`,
      );
    const heights = (folder: string, extension: 'png' | 'exr') =>
      ground.heights?.tiles
        ? `${folder}/tile-COLUMN-ROW/height.FRAME.${extension}`
        : frames(folder, extension);
    if (ground.exrFolder) lines.push(`${heights(ground.exrFolder, 'exr')}: its heights, in metres`);
    if (ground.pngFolder) lines.push(`${heights(ground.pngFolder, 'png')}: the same in 16 bits of grey`);
    if (ground.picture) lines.push(`${ground.picture}: pictures of it`);
  }
  for (const system of facts.points ?? [])
    lines.push(...listPointsFiles(system, { frameCount, firstFrame: facts.firstFrame }));
  for (const character of facts.characters) lines.push(...describeCharacter(character));
  lines.push(...listFurFiles(facts.furs ?? []));
  for (const { name: character, file } of facts.sheets ?? [])
    lines.push(`${file}: pictures of the flesh of ${character}`);
  for (const { name: system, file } of facts.prepared ?? [])
    lines.push(`${file}: what ${system} prepared once, for live use in a page`);
  lines.push('report.json: figures and warnings of this bake');
  return [
    `${name}`,
    '='.repeat([...name].length),
    `${count(frameCount, 'frame')} at ${show(fps)} a second: frame ${facts.firstFrame} at ${show(startSeconds)} s to frame ${last} at ${show(endSeconds)} s. ` +
      'Metres, Y up, right-handed, as in glTF.',
    '',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

function describeMesh(name: string, file: string, motion: GroundMeshFacts['motion']): string[] {
  if (!motion) return [`${file}: ${name} with its prints as a mesh, as it is at the end`];
  return [
    `${file}: ${name} as a mesh that moves in its clip "${motion.clipName}"; where no clip plays it is as at the end`,
    `  ${count(motion.tiles, 'tile')} with ${motion.mostTargets} morph targets at most, weights from 1 to 0, within ` +
      `${showShort(1000 * motion.deviationMetres)} mm of what was simulated`,
  ];
}

function describeCharacter({ name, file, clipName, flesh }: CharacterReadmeFacts): string[] {
  const line = clipName
    ? `${file}: ${name} with all its clips and one more, "${clipName}"${flesh?.clipName === clipName ? '' : ', as it went here'}`
    : `${file}: ${name} ${flesh ? 'with all its clips' : 'where it stood here'}`;
  if (!flesh) return [line];
  const clips = new Set([flesh.clipName, clipName].filter((clip) => clip !== null));
  const where = [...clips].map((clip) => (clip ? `"${clip}"` : 'its clip')).join(' and ');
  const light =
    flesh.fineNormals === null
      ? ''
      : `; normals within 0.5 degrees on ${Math.floor(100 * flesh.fineNormals)} %`;
  return [
    line,
    `  its flesh moves in ${where}, by ${count(flesh.targets, 'morph target')} a mesh at most,`,
    flesh.storage === 'dense'
      ? '  stored for every vertex (dense, as every program reads them), weights from 0 to 1,'
      : '  stored for moving vertices alone (sparse; set morphStorage to dense for programs that stop at it), weights 0 to 1,',
    `  within ${showShort(Math.max(0.001, 1000 * flesh.errorMetres))} mm of what was simulated (${showShort(Math.max(0.001, 100 * flesh.errorShare))} % of the motion on average)${light}`,
  ];
}

/** Two digits; a thousandth is as fine as anybody looks. */
function showShort(value: number): string {
  return String(Number(value.toPrecision(2)));
}

const channelWords = {
  Y: 'channel Y',
  R: 'channel R',
  RGB: 'channels R, G and B, the same number in each',
} as const;

function explainMaps(
  { name, heights, pngFolder, exrFolder, exrChannels = 'Y' }: MappedGround,
  { fps }: BakeReadmeFacts,
): string {
  const { columns, rows, cellMetres, firstColumnMetres, firstRowMetres, datumMetres } = heights;
  const x = [firstColumnMetres, firstColumnMetres + (columns - 1) * cellMetres].map(show);
  const z = [firstRowMetres, firstRowMetres + (rows - 1) * cellMetres].map(show);
  return [
    `Height maps of ${name}`,
    `  ${columns} x ${rows} pixels, one every ${show(cellMetres)} m: x ${x[0]} to ${x[1]} m from left to right,`,
    `  z ${z[0]} to ${z[1]} m from top to bottom (the top row is the far, -Z edge), seen from above.`,
    `  Heights are above y = ${show(datumMetres)} m, the same scale in every frame; one file every ${show(1 / fps)} s.`,
    ...(heights.tiles
      ? [
          `  They come as ${count(heights.tiles.length, 'tile')}, since most of this rectangle stays as it is; heights.tiles in report.json says`,
          '  where each lies and which frames it has, by number. Neighbours share one line of pixels. Before its first file',
          '  a tile stays as in the first, after its last as in the last. --height-tiles never bakes one rectangle instead.',
        ]
      : []),
    ...(exrFolder
      ? [`  EXR: 32-bit float, ${channelWords[exrChannels]}; the value is the height in metres.`]
      : []),
    ...(pngFolder
      ? [`  PNG: height = ${show(heights.minMetres)} m + value / 65535 * ${showRange(heights)} m.`]
      : []),
  ].join('\n');
}

function explainBlender(maps: readonly MappedGround[], facts: BakeReadmeFacts): string {
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
    ...notes.map((note) => `  ${note}.`),
    ...maps.flatMap((ground) => [
      '',
      `  By hand, for ${ground.name}: a grid with one vertex a pixel and UVs at the pixels' centres; a Displace modifier with`,
      '  an Image Sequence texture (Non-Color, Clamp and Interpolation off, Extend), UV coordinates, direction Z,',
      `  and ${displaceSettings(ground)}`,
    ]),
  ].join('\n');
}

function displaceSettings({ heights, exrFolder, pngFolder }: MappedGround): string {
  const settings: string[] = [];
  if (exrFolder) settings.push('strength 1, midlevel 0 for the EXR');
  if (pngFolder)
    settings.push(`strength ${showRange(heights)}, midlevel ${showMidlevel(heights)} for the PNG`);
  return `${settings.join('; ')}.`;
}

function explainHoudini(
  part: HeightPart & { readonly mesh?: string },
  { firstFrame, frameCount }: BakeReadmeFacts,
): string {
  const { heights, exrFolder, pngFolder, mesh, name } = part;
  const folder = exrFolder ?? pngFolder;
  const isWhole = part.firstFrame === firstFrame && part.frameCount === frameCount;
  const number = isWhole
    ? '$F4'
    : `\`padzero(4, clamp($F, ${part.firstFrame}, ${part.firstFrame + part.frameCount - 1}))\``;
  const file = `$HIP/${folder}/height.${number}.${exrFolder ? 'exr' : 'png'}`;
  const zero = show(heights.datumMetres + (exrFolder ? 0 : heights.minMetres));
  const value = exrFolder ? '@height' : `@height * ${showRange(heights)}`;
  const middleX = heights.firstColumnMetres + ((heights.columns - 1) / 2) * heights.cellMetres;
  const middleZ = heights.firstRowMetres + ((heights.rows - 1) / 2) * heights.cellMetres;
  return [
    `Houdini (${name}; metres and Y up as here, nothing to convert; frame ${firstFrame} is the first)`,
    ...(mesh
      ? [
          `  As a mesh: load ${mesh} (glTF node), then Attribute from Map with ${file},`,
          '  raw colour space, no filter, into a float attribute height, then a wrangle on points:',
          `  @P.y = ${zero} + ${value};  and a Normal node.`,
        ]
      : []),
    `  As a height field: HeightField File with ${file}, Animated on,`,
    `  Size Method Grid Spacing, Grid Spacing ${show(heights.cellMetres)}, Height Scale ${exrFolder ? '1' : showRange(heights)};`,
    `  move its middle to x ${show(middleX)}, y ${zero}, z ${show(middleZ)}.` +
      (mesh ? ` Lay ${mesh} over it to see that it is not mirrored.` : ''),
  ].join('\n');
}

function explainEngines(
  maps: readonly MappedGround[],
  { grounds, characters, furs = [] }: BakeReadmeFacts,
): string {
  const strands = new Set(furs.flatMap(({ cards }) => [cards?.cards, cards?.morphs]));
  const meshes = [
    ...grounds.map(({ mesh }) => mesh),
    ...characters.map(({ file }) => file),
    ...strands,
  ].filter(Boolean);
  const lines: string[] = [];
  if (meshes.length > 0) {
    lines.push(
      `  Any reader of glTF (Unreal, Unity with glTFast, Godot, three.js) opens ${meshes.join(', ')}.`,
    );
  }
  for (const { name, heights, pngFolder } of maps) {
    if (!pngFolder) continue;
    const range = heights.maxMetres - heights.minMetres;
    const middle = heights.datumMetres + (heights.maxMetres + heights.minMetres) / 2;
    // A landscape's 16 bits span 512 m at a Z scale of 100; its own height is that of the value 32768.
    lines.push(
      `  Unreal landscape of ${name} from one PNG: scale X and Y ${show(heights.cellMetres * 100)}, ` +
        `Z ${show((range * 100) / 512)}; height of its middle ${show(middle * 100)} cm.`,
    );
  }
  return lines.length > 0 ? ['Engines', ...lines].join('\n') : '';
}

function showRange({ minMetres, maxMetres }: HeightSequenceFacts): string {
  return show(maxMetres - minMetres);
}

/** Grey of the datum. */
function showMidlevel({ minMetres, maxMetres }: HeightSequenceFacts): string {
  return show(-minMetres / (maxMetres - minMetres));
}

/** Eight digits at most: exact for sizes that people give, 10 nm for heights. Negative zero is zero. */
function show(value: number): string {
  return String(Number(value.toPrecision(8)) + 0);
}

function count(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? '' : 's'}`;
}
