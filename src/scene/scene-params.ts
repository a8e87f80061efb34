import { heightTileModes } from '../bake/heightfield/height-tiles.ts';
import { groundMotionModes } from '../bake/heightfield/mesh/ground-region.ts';
import { openVatFormats, openVatNormalModes, openVatSizes } from '../bake/openvat/open-vat-layout.ts';
import { usdCharacterModes, usdFurModes, usdUpAxes } from '../bake/stage/stage-part.ts';
import { exrChannelChoices } from '../files/exr-write.ts';
import { gustsPart, whenFields, windVelocityPart } from '../systems/force-parts.ts';
import type { OutputKind } from '../systems/outputs/output.ts';
import type { FieldTable } from './fields.ts';

/** The simulated time. `fps` is defined separately, since it may be text, see `frameRateExpected`. */
export const timeParams = {
  start: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    default: 0,
    description:
      'Start of the simulation, in the time of the clips. The ground is untouched at this time. May be below 0, for handles.',
  },
  end: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    default: 3,
    description:
      'End of the simulation. The frame at this time is written. Like every time it may be a fraction, "47/24". A decimal such as 1.958333 includes a frame that it misses by at most 0.02 frames.',
  },
  firstFrame: {
    type: 'integer',
    unit: '',
    min: 0,
    max: 9_999_999,
    description:
      'Number of the frame at the start, such as 1001. Used in file names, time codes of USD, README.txt, the report, pictures and --frames. When absent: files and time codes count from 1, and --frames from 0.',
  },
} as const satisfies FieldTable;

/** Output frames per second if the scene does not set them. */
export const defaultFrameRate = 30;

export const frameRateExpected =
  'frames per second > 0 and ≤ 1000, as a number or as a text like "30000/1001"';

/** The seed of the random numbers of a scene. */
export const seedParam = {
  type: 'integer',
  unit: '',
  min: 0,
  max: 4294967295,
  default: 1,
  description: 'Seed of the random numbers. The same seed gives the same bytes.',
} as const;

/** The wind of a scene. What is absent has the default of each system. */
export const windParams = {
  velocity: { ...windVelocityPart, default: [3, 0, 0] },
  gusts: {
    ...gustsPart,
    description:
      'How much its speed varies, as a fraction of the mean. When absent: 0.6 for fur, 0.3 for particles.',
  },
  gustPeriod: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    open: true,
    description: 'Approximate time between gusts. When absent: 2 s.',
  },
  gustLength: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e6,
    open: true,
    description: 'Approximate distance between gusts. When absent: 1.5 m for fur, 10 m for particles.',
  },
  ...whenFields,
} as const satisfies FieldTable;

/** Keys at the top of a scene that control how outputs are written. */
export const outputParams = {
  meshPart: {
    type: 'choice',
    choices: ['touched', 'whole'],
    default: 'touched',
    description:
      'Region of the ground in its mesh: the touched region with padding, or the whole ground, if it has a boundary.',
  },
  heightTiles: {
    type: 'choice',
    choices: heightTileModes,
    default: 'auto',
    description:
      'Whether the height maps of a ground are divided into several smaller sequences, tiles, each for the frames on which it changes. auto: if one rectangle would contain more than 16 million pixels over all frames, and tiles take less than half of them. never: always one rectangle. There are at most 64 tiles, or 4096 if one rectangle would be too large.',
  },
  groundMotion: {
    type: 'choice',
    choices: groundMotionModes,
    default: 'moving',
    description:
      'Whether the GLB of a ground is animated, by morph targets in a clip that has its name, or is static. While no clip plays, both show the final ground.',
  },
  exrChannels: {
    type: 'choice',
    choices: exrChannelChoices,
    default: 'Y',
    description:
      'Channels of an EXR that hold the heights: Y (luminance, a grey picture), R, or RGB (the same value three times), for programs that cannot read the others.',
  },
  pointsTime: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    description:
      'Time of the GLB of particles, which holds a single time. When absent: the time of the key that controls the most particles, or the last frame with at least half of the maximum number of particles.',
  },
  morphTargets: {
    type: 'integer',
    unit: '',
    min: 2,
    max: 64,
    default: 5,
    description:
      'Max morph targets of a mesh for its flesh, and of a coat for its fur. One of them is an offset, which keeps all weights between 0 and 1; the others are shapes. More targets follow the motion more closely.',
  },
  morphStorage: {
    type: 'choice',
    choices: ['dense', 'sparse'],
    default: 'dense',
    description:
      'How the morph targets of flesh and of grounds are stored. dense: for every vertex, which every program can read. sparse: only for the vertices that move, if that is smaller; some programs cannot read it.',
  },
  modesInExtras: {
    type: 'flag',
    default: false,
    description:
      'Writes the shapes, frequencies and damping of flesh also into the extras of its character (extras.aftermotion.parts of the node, base64 of a .flesh file), for pages that simulate it live.',
  },
  openVatFormat: {
    type: 'choice',
    choices: openVatFormats,
    default: 'exr',
    description:
      'Format of OpenVAT textures. exr: 32-bit floats. png: 16-bit integers, for Unity; the report states the error.',
  },
  openVatNormals: {
    type: 'choice',
    choices: openVatNormalModes,
    default: 'packed',
    description:
      'Where OpenVAT textures have their normals. packed: in the lower half of the texture with the positions. separate: in a texture of their own (_vnrm).',
  },
  openVatSize: {
    type: 'choice',
    choices: openVatSizes,
    default: 'exact',
    description:
      'Size of OpenVAT textures. exact: all vertices in one row of pixels (8192 at most), one row a frame, which players for Godot need. powersOfTwo: width and height are powers of two, for Unity and Unreal.',
  },
  usdUp: {
    type: 'choice',
    choices: usdUpAxes,
    default: 'y',
    description:
      'Up axis of the USD stage. With z, the prim that holds everything is rotated. The .usdz is always Y up, as phones expect.',
  },
  usdCharacters: {
    type: 'choice',
    choices: usdCharacterModes,
    default: 'skel',
    description:
      'How characters are written to the USD stage. skel: as skeletons (UsdSkel), with flesh as blend shapes. points: as positions of all vertices in each frame, for programs that do not read skeletons.',
  },
  usdFur: {
    type: 'choice',
    choices: usdFurModes,
    default: 'curves',
    description:
      'How fur is written to the USD stage. curves: every strand as a curve (BasisCurves). cards: as meshes with a skeleton and blend shapes, as furMorphs has them. The .usdz always has cards.',
  },
} as const satisfies FieldTable;

/**
 * For each key of `outputParams`, the kinds of outputs that it affects. If the user passes the flag of a key that affects no system of the
 * scene, the flag is refused. `pointsTime` also affects the spray of a ground.
 */
export const affectedKinds = {
  meshPart: ['heightfield'],
  heightTiles: ['heightfield'],
  groundMotion: ['heightfield'],
  exrChannels: ['heightfield'],
  pointsTime: ['points', 'heightfield'],
  morphTargets: ['morph', 'shells'],
  morphStorage: ['morph', 'heightfield', 'shells'],
  modesInExtras: ['morph'],
  openVatFormat: ['morph', 'shells'],
  openVatNormals: ['morph', 'shells'],
  openVatSize: ['morph', 'shells'],
  usdUp: ['heightfield', 'morph', 'points', 'shells'],
  usdCharacters: ['heightfield', 'morph', 'points', 'shells'],
  usdFur: ['shells'],
} as const satisfies { readonly [Key in keyof typeof outputParams]: readonly OutputKind[] };

/** Parameters for a bake whose input is a single drawing, picture or font, which particles form. They are not keys of a scene. */
export const formParams = {
  text: {
    type: 'text',
    expected: 'a text',
    description: 'Text for particles to form, if the file is a font.',
  },
  count: {
    flag: 'particlesCount',
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 6000,
    description: 'Number of particles that form a drawing, a picture or text.',
  },
} as const satisfies FieldTable;
