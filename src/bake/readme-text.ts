import type { ExrChannels } from '../files/exr-write.ts';
import type { MorphStorage } from '../files/morph-targets.ts';
import {
  explainFur,
  explainFurInBlender,
  explainFurInHoudini,
  explainFurTextures,
  listFurFiles,
} from './fur/fur-readme.ts';
import type { FurFacts } from './fur/write-fur.ts';
import { type HeightPart, listHeightParts } from './height-parts.ts';
import { type HeightSequenceFacts, heightFileName } from './height-sequence.ts';
import {
  explainPoints,
  explainPointsElsewhere,
  explainPointsInBlender,
  explainPointsInHoudini,
  listPointsFiles,
} from './points/points-readme.ts';
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
  /** Pictures of flesh, by character. */
  readonly sheets?: readonly { readonly name: string; readonly file: string }[];
  /** What systems prepared, by system. */
  readonly prepared?: readonly { readonly name: string; readonly file: string }[];
}

export interface GroundReadmeFacts {
  readonly name: string;
  /** What its height maps say, where there are any. */
  readonly heights?: HeightSequenceFacts;
  /** Folders of the height maps. */
  readonly pngFolder?: string;
  readonly exrFolder?: string;
  /** Channels of the EXR; Y when absent. */
  readonly exrChannels?: ExrChannels;
  /** The GLB of the ground as it is at the end. */
  readonly mesh?: string;
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
    ...points.map((system) => explainPointsInBlender(system, facts)),
    explainFurInBlender(furs, facts),
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
    if (ground.mesh)
      lines.push(`${ground.mesh}: ${ground.name} with its prints as a mesh, as it is at the end`);
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
  const characters = chooseImports([...listFurImports(facts.furs ?? []), ...facts.characters]);
  if (maps.length === 0 && characters.length === 0) return '';
  const rate = Math.round(facts.fps);
  return [
    'Blender',
    '  File > Import > glTF 2.0 brings in every .glb at the right place and size. For the moving ground and the travel,',
    '  paste this into the Text Editor (Scripting workspace), set the folder and run it. Frame ' +
      `${facts.firstFrame} is the first.`,
    '',
    ...indent([
      'import bpy, os',
      'folder = r"PATH OF THE FOLDER THAT HOLDS THIS FILE"',
      `bpy.context.scene.render.fps = ${rate}`,
      ...(rate === facts.fps ? [] : [`bpy.context.scene.render.fps_base = ${show(rate / facts.fps)}`]),
      `bpy.context.scene.frame_start, bpy.context.scene.frame_end = ${facts.firstFrame}, ${facts.firstFrame + facts.frameCount - 1}`,
      ...maps
        .flatMap((ground) => listHeightParts(ground, facts))
        .flatMap((part) => blenderGround(part, part)),
      ...(characters.length > 0 ? blenderCharacters(characters, facts.firstFrame) : []),
    ]),
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

function blenderGround(
  ground: MappedGround,
  { frameCount, firstFrame }: { readonly frameCount: number; readonly firstFrame: number },
): string[] {
  const { heights, exrFolder, pngFolder } = ground;
  const { columns, rows, cellMetres, firstColumnMetres, firstRowMetres, datumMetres } = heights;
  const extension = exrFolder ? 'exr' : 'png';
  const name = JSON.stringify(ground.name);
  return [
    '',
    `columns, rows, cell = ${columns}, ${rows}, ${show(cellMetres)}`,
    `x, z, datum = ${show(firstColumnMetres)}, ${show(firstRowMetres)}, ${show(datumMetres)}`,
    'points = [(x + i * cell, -(z + j * cell), datum) for j in range(rows) for i in range(columns)]',
    'corners = [k for k in range(columns * (rows - 1)) if k % columns < columns - 1]',
    `mesh = bpy.data.meshes.new(${name})`,
    'mesh.from_pydata(points, [], [(k, k + columns, k + columns + 1, k + 1) for k in corners])',
    'uv = mesh.uv_layers.new(name="pixels")',
    'for loop in mesh.loops:',
    '    j, i = divmod(loop.vertex_index, columns)',
    '    uv.data[loop.index].uv = ((i + 0.5) / columns, 1 - (j + 0.5) / rows)',
    `ground = bpy.data.objects.new(${name}, mesh)`,
    'bpy.context.collection.objects.link(ground)',
    `image = bpy.data.images.load(os.path.join(folder, ${JSON.stringify(exrFolder ?? pngFolder)}, "${heightFileName(firstFrame, extension)}"))`,
    'image.source = "SEQUENCE"',
    'image.colorspace_settings.name = "Non-Color"',
    `texture = bpy.data.textures.new(${name}, "IMAGE")`,
    'texture.image = image',
    'texture.extension = "EXTEND"',
    'texture.use_clamp = texture.use_interpolation = False',
    `texture.image_user.frame_start = ${firstFrame}`,
    `texture.image_user.frame_offset = ${firstFrame - 1}`,
    `texture.image_user.frame_duration = ${frameCount}`,
    'texture.image_user.use_auto_refresh = True',
    'displace = ground.modifiers.new("heights", "DISPLACE")',
    'displace.texture = texture',
    'displace.texture_coords = "UV"',
    'displace.uv_layer = "pixels"',
    'displace.direction = "Z"',
    exrFolder
      ? 'displace.strength, displace.mid_level = 1, 0'
      : `displace.strength, displace.mid_level = ${showRange(heights)}, ${showMidlevel(heights)}`,
  ];
}

type Importable = Pick<CharacterReadmeFacts, 'name' | 'file' | 'clipName' | 'flesh'>;

/** Characters whose fur moves with them, and fur of its own. */
function listFurImports(furs: readonly FurFacts[]): Importable[] {
  return furs.flatMap(({ owner, cards }) => {
    const clipName = cards?.clipNames?.at(-1);
    if (!cards?.morphs || clipName === undefined) return [];
    return [{ name: owner, file: cards.morphs, clipName, flesh: null }];
  });
}

/** One file a character, the one that travels where there are two, and the clip to play of it. */
function chooseImports(characters: readonly Importable[]): { file: string; clipName: string }[] {
  const chosen = new Map<string, { file: string; clipName: string }>();
  for (const { name, file, clipName, flesh } of characters) {
    const plays = clipName ?? flesh?.clipName ?? null;
    if (plays !== null && !chosen.has(name)) chosen.set(name, { file, clipName: plays });
  }
  return [...chosen.values()];
}

function blenderCharacters(
  characters: readonly { file: string; clipName: string }[],
  firstFrame: number,
): string[] {
  return [
    '',
    ...characters.map(
      ({ file }) => `bpy.ops.import_scene.gltf(filepath=os.path.join(folder, ${JSON.stringify(file)}))`,
    ),
    'for owner in [*bpy.data.objects, *bpy.data.shape_keys]:',
    '    if owner.animation_data:',
    '        owner.animation_data.action = None',
    '        for track in owner.animation_data.nla_tracks:',
    '            track.mute = not track.name.startswith(tuple(clips))',
    // The importer puts strips at frame 1.
    ...(firstFrame === 1
      ? []
      : [
          '            for strip in track.strips:',
          `                strip.frame_end += ${firstFrame - 1}`,
          `                strip.frame_start += ${firstFrame - 1}`,
        ]),
  ].flatMap((line) =>
    line.startsWith('for owner')
      ? [`clips = ${JSON.stringify(characters.map(({ clipName }) => clipName))}`, line]
      : [line],
  );
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

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line ? `    ${line}` : ''));
}
