import type { ExrChannels } from '../../files/exr-write.ts';
import { noHeight } from '../../files/terrain/tiff/write-height-tiff.ts';
import { nameMaterial, type SurfaceLook } from '../../systems/outputs/heightfield.ts';
import type { BlenderEntry } from '../blender/blender-facts.ts';
import type { BakeFrames, OutputExplanation } from '../output-definition.ts';
import { count, explainSome, show, showShort } from '../readme/readme-format.ts';
import type { GroundCacheFacts } from './cache/write-ground-cache.ts';
import { listHeightParts } from './height-parts.ts';
import { type HeightSequenceFacts, heightFileName } from './height-sequence.ts';
import { appearanceOf } from './mesh/ground-appearance.ts';
import type { GroundVat } from './vat/ground-vat.ts';
import type { GroundMeshFacts } from './write-ground-mesh.ts';

/** Facts about a ground that are known after its files are written. Paths are relative to the folder of the bake. */
export interface GroundFacts {
  readonly name: string;
  /** The material whose appearance the ground should have: `sand`, `mud`, `snow`. */
  readonly material: string;
  /** How the appearance differs from that of the material. Absent: it does not differ. */
  readonly look?: SurfaceLook;
  /** Values that readers of the ground's height maps need. Absent without height maps. */
  readonly heights?: HeightSequenceFacts;
  /** Folders of the height maps. */
  readonly pngFolder?: string;
  readonly exrFolder?: string;
  readonly tiffFolder?: string;
  /** Channels of the EXR. Default: Y. */
  readonly exrChannels?: ExrChannels;
  /** The GLB of the ground, and its measurements. */
  readonly mesh?: string;
  readonly meshFacts?: GroundMeshFacts;
  /** The mesh caches. */
  readonly cache?: GroundCacheFacts;
  /** The texture of the moving ground. */
  readonly vat?: GroundVat;
  /** The state from which a later scene can continue. */
  readonly state?: string;
  /** The snow that lies on bodies. */
  readonly snow?: string;
  readonly picture?: string;
}

type MappedGround = GroundFacts & { readonly heights: HeightSequenceFacts };

function hasMaps(ground: GroundFacts): ground is MappedGround {
  return (
    ground.heights !== undefined && (ground.pngFolder ?? ground.exrFolder ?? ground.tiffFolder) !== undefined
  );
}

/** Explains the files of all grounds of a bake. */
export function explainGrounds(grounds: readonly GroundFacts[], frames: BakeFrames): OutputExplanation {
  const maps = grounds.filter(hasMaps);
  return {
    about: [
      explainMeshes(grounds),
      explainSnow(grounds),
      explainMaps(maps, frames),
      explainCaches(grounds, frames),
    ]
      .filter(Boolean)
      .join('\n\n'),
    blender: explainDisplace(maps),
    houdini: explainMapsInHoudini(maps, frames),
    engines: [...explainTextures(grounds), ...explainLandscapes(maps)],
    entries: grounds.flatMap((ground) => groundEntries(ground, frames).map((entry) => ({ entry }))),
  };
}

/** Returns whether a ground has PNG or EXR height maps, which Blender and Houdini can read. */
/** Describes the files with snow that lies on bodies. */
function explainSnow(grounds: readonly GroundFacts[]): string {
  return grounds
    .flatMap(({ name, snow }) =>
      snow
        ? [`Snow of ${name}\n  ${snow} is the snow that lies on characters and other things at the end.`]
        : [],
    )
    .join('\n\n');
}

function hasPictures({ pngFolder, exrFolder }: GroundFacts): boolean {
  return (pngFolder ?? exrFolder) !== undefined;
}

const channelText = {
  Y: 'channel Y',
  R: 'channel R',
  RGB: 'channels R, G and B, the same number in each',
} as const;

/** Describes how the meshes of grounds move. */
function explainMeshes(grounds: readonly GroundFacts[]): string {
  const more = 'move in the same way.';
  return explainSome(grounds, 2, describeMesh, more);
}

function describeMesh({ name, mesh, meshFacts }: GroundFacts): string[] {
  const motion = meshFacts?.motion;
  if (!mesh) return [];
  if (!motion) return [`Mesh of ${name}`, `  ${mesh} shows it with its prints, as it is at the end.`];
  return [
    `Mesh of ${name}`,
    `  ${mesh} moves in its clip "${motion.clipName}"; where no clip plays it is as at the end:`,
    `  ${count(motion.tiles, 'tile')} with ${count(motion.maxTargets, 'morph target')} at most, weights from 1 to 0. On every frame heights are within`,
    `  ${showShort(1000 * motion.deviationMetres)} mm of those that were simulated at most ${count(motion.deviationFrames, 'frame')} earlier or later; height maps are exact.`,
  ];
}

/** Explains how to play the mesh caches of grounds. */
function explainCaches(grounds: readonly GroundFacts[], frames: BakeFrames): string {
  return explainSome(grounds, 1, (ground) => describeCache(ground, frames), 'play in the same way.');
}

function describeCache({ name, cache }: GroundFacts, { firstFrame }: BakeFrames): string[] {
  if (!cache) return [];
  const { mesh, files, vertices, frames, offsetMetres } = cache;
  const { mdd, pc2 } = files;
  return [
    `Mesh cache of ${name}`,
    `  ${mesh} is the ground on frame ${firstFrame}: ${vertices} vertices. ${[mdd, pc2].filter(Boolean).join(' and ')} move them, exactly, on ${count(frames, 'frame')}.`,
    '  Blender: import the OBJ (Forward -Z, Up Y), add a Mesh Cache modifier with the file',
    `  ${mdd ?? pc2}, Frame Start ${firstFrame}, Forward +Y, Up +Z (the defaults).`,
    ...(pc2
      ? [
          '  3ds Max: import the OBJ as one object without "Flip ZY-axis", add a Point Cache modifier, load',
          `  ${pc2}, then rotate the object by 90 degrees about X. Not run here.`,
        ]
      : []),
    ...(mdd ? [`  Houdini: a File node with the OBJ, then an MDD node with ${mdd}. Not run here.`] : []),
    ...(offsetMetres
      ? [`  Position in the world = position in these files + (${offsetMetres.map(show).join(', ')}) m.`]
      : []),
  ];
}

/** Describes the values of the height maps of the grounds. Only the first ground is described in full. */
function explainMaps(maps: readonly MappedGround[], facts: BakeFrames): string {
  const more = 'have numbers of their own: systems[].heights in report.json, with the same names.';
  return explainSome(maps, 2, (ground) => explainGround(ground, facts), more);
}

function explainGround(ground: MappedGround, { fps }: BakeFrames): string[] {
  const { name, heights, pngFolder, exrFolder, tiffFolder, exrChannels = 'Y' } = ground;
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
      ? [`  EXR: 32-bit float, ${channelText[exrChannels]}; the value is the height in metres.`]
      : []),
    ...(pngFolder
      ? [`  PNG: height = ${show(heights.minMetres)} m + value / 65535 * ${showRange(heights)} m.`]
      : []),
    ...(tiffFolder ? explainTiff(ground) : []),
  ];
}

function explainTiff({ heights: { map } }: MappedGround): string[] {
  if (!map) {
    return [
      '  GeoTIFF: 32-bit float, height in metres of the world; east is x, north is -z, in metres. No map tells where that is.',
    ];
  }
  const { origin, alongX, alongZ } = map;
  const exact = ([east, north]: readonly [number, number]) => `(${east}, ${north})`;
  const unit =
    map.heightUnit === 1 && map.heightShift === 0
      ? 'height in metres, as in the map'
      : `height in the map's unit (${map.heightUnit} m; ${map.heightShift} m were added to it here)`;
  return [
    `  GeoTIFF: 32-bit float, ${unit}, ${noHeight} where there is no ground. In the map's coordinates`,
    `  (east, north) = ${exact(origin)} + x * ${exact(alongX)} + z * ${exact(alongZ)}.`,
  ];
}

/** Explains how to displace a grid by height maps in Blender without the script, once for all grounds. */
function explainDisplace(maps: readonly MappedGround[]): string[] {
  const shown = maps.filter(hasPictures);
  const [first] = shown;
  if (!first) return [];
  const { heights, exrFolder, pngFolder } = first;
  const settings: string[] = [];
  if (exrFolder) settings.push('strength 1, midlevel 0 for the EXR');
  if (pngFolder)
    settings.push(`strength ${showRange(heights)}, midlevel ${showMidlevel(heights)} for the PNG`);
  const others =
    shown.length > 1 && pngFolder
      ? [
          `  (${first.name}; for others the PNG's strength is maxMetres - minMetres, its midlevel -minMetres / strength)`,
        ]
      : [];
  return [
    `  By hand: a grid with one vertex a pixel and UVs at the pixels' centres${heights.tiles ? ', for each tile' : ''}; a Displace modifier with`,
    '  an Image Sequence texture (Non-Color, Clamp and Interpolation off, Extend), UV coordinates, direction Z,',
    `  and ${settings.join('; ')}.`,
    ...others,
  ];
}

function explainMapsInHoudini(maps: readonly MappedGround[], facts: BakeFrames): string {
  const more = 'go the same way, with the numbers of report.json.';
  return explainSome(maps.filter(hasPictures), 1, (ground) => explainHoudini(ground, facts), more);
}

function explainHoudini(ground: MappedGround, { firstFrame }: BakeFrames): string[] {
  const { heights, exrFolder, pngFolder, mesh, name } = ground;
  const { tiles } = heights;
  const folder = `${exrFolder ?? pngFolder}${tiles ? '/tile-COLUMN-ROW' : ''}`;
  const number = tiles ? '`padzero(4, clamp($F, firstFrame, lastFrame))`' : '$F4';
  const file = `$HIP/${folder}/height.${number}.${exrFolder ? 'exr' : 'png'}`;
  const zero = show(heights.datumMetres + (exrFolder ? 0 : heights.minMetres));
  const value = exrFolder ? '@height' : `@height * ${showRange(heights)}`;
  const middle = (start: number, pixels: number) => show(start + ((pixels - 1) / 2) * heights.cellMetres);
  const position = tiles
    ? [
        `  move the middle of each tile to x firstColumnMetres + (columns - 1) / 2 * ${show(heights.cellMetres)}, y ${zero}, z likewise; firstFrame,`,
        '  lastFrame and these are those of the tile in report.json.',
      ]
    : [
        `  move its middle to x ${middle(heights.firstColumnMetres, heights.columns)}, y ${zero}, z ${middle(heights.firstRowMetres, heights.rows)}.` +
          (mesh ? ` Lay ${mesh} over it to see that it is not mirrored.` : ''),
      ];
  return [
    `Houdini (${name}; metres and Y up as here, nothing to convert; frame ${firstFrame} is the first)`,
    ...(mesh && !tiles
      ? [
          `  As a mesh: load ${mesh} (glTF node), then Attribute from Map with ${file},`,
          '  raw colour space, no filter, into a float attribute height, then a wrangle on points:',
          `  @P.y = ${zero} + ${value};  and a Normal node.`,
        ]
      : []),
    `  As a height field: HeightField File with ${file}, Animated on,`,
    `  Size Method Grid Spacing, Grid Spacing ${show(heights.cellMetres)}, Height Scale ${exrFolder ? '1' : showRange(heights)};`,
    ...position,
  ];
}

/** Explains how to play the textures of moving grounds, once for all. */
function explainTextures(grounds: readonly GroundFacts[]): string[] {
  const [first] = grounds.filter(({ vat }) => vat);
  if (!first?.vat) return [];
  const { mesh, texture, slots, tiles } = first.vat;
  return [
    `  Moving ground ${first.name}: ${mesh} with the heights in ${texture} (${count(tiles, 'tile')}, ${count(slots, 'state')}, exact on every`,
    '  frame). The players for Godot, Unity, Unreal, three.js, Babylon.js and PlayCanvas are in the folder integrations of the package;',
    '  each has a README.',
  ];
}

/** Returns the values for a landscape of Unreal, which only reads PNG. */
function explainLandscapes(maps: readonly MappedGround[]): string[] {
  const [first] = maps.filter(({ pngFolder }) => pngFolder);
  if (!first) {
    return maps.length > 0
      ? ['  Height maps for a landscape of Unreal are 16-bit PNG: bake with --outputs default,heightPng.']
      : [];
  }
  const { name, heights } = first;
  const range = heights.maxMetres - heights.minMetres;
  const middle = heights.datumMetres + (heights.maxMetres + heights.minMetres) / 2;
  // At a Z scale of 100, the 16-bit levels of a landscape span 512 m, and the level 32768 is its origin.
  return [
    `  Unreal landscape of ${name} from one PNG: scale X and Y ${show(heights.cellMetres * 100)}, ` +
      `Z ${show((range * 100) / 512)}; height of its middle ${show(middle * 100)} cm.`,
  ];
}

function showRange({ minMetres, maxMetres }: HeightSequenceFacts): string {
  return show(maxMetres - minMetres);
}

/** Returns the grey level of the datum. */
function showMidlevel({ minMetres, maxMetres }: HeightSequenceFacts): string {
  return show(-minMetres / (maxMetres - minMetres));
}

/** Returns the entries of the height maps, which are exact. If there are none, returns the entry of the mesh. */
function groundEntries(ground: GroundFacts, frames: BakeFrames): BlenderEntry[] {
  const { name, heights, exrFolder, pngFolder, mesh, material, look } = ground;
  const extension = exrFolder ? 'exr' : 'png';
  if (!heights || !(exrFolder ?? pngFolder))
    return mesh ? [{ kind: 'gltf', name, file: mesh, clip: name, isHidden: false }] : [];
  const { firstColumnMetres, firstRowMetres, cellMetres, minMetres, maxMetres } = heights;
  const pixels = (metres: number) => Math.round(metres / cellMetres);
  const tiles = listHeightParts({ ...ground, heights }, frames).map((part) => ({
    file: `${part.exrFolder ?? part.pngFolder}/${heightFileName(part.firstFrame, extension)}`,
    firstFrame: part.firstFrame,
    frameCount: part.frameCount,
    columns: part.heights.columns,
    rows: part.heights.rows,
    column: pixels(part.heights.firstColumnMetres - firstColumnMetres),
    row: pixels(part.heights.firstRowMetres - firstRowMetres),
  }));
  const { baseColorFactor, roughnessFactor } = appearanceOf(material, look);
  const [red, green, blue] = baseColorFactor;
  return [
    {
      kind: 'heights',
      name,
      columns: heights.columns,
      rows: heights.rows,
      cell: cellMetres,
      x: firstColumnMetres,
      z: firstRowMetres,
      datum: heights.datumMetres,
      tiles,
      strength: exrFolder ? 1 : maxMetres - minMetres,
      midLevel: exrFolder ? 0 : -minMetres / (maxMetres - minMetres),
      hasHoles: (heights.masked ?? 0) > 0,
      holeLevel: exrFolder ? null : (heights.maskedLevel ?? null),
      material: nameMaterial(ground),
      color: [red, green, blue],
      roughness: roughnessFactor,
      isHidden: false,
    },
  ];
}
