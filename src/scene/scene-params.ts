import { heightTileModes } from '../bake/heightfield/height-tiles.ts';
import { groundMotionModes } from '../bake/heightfield/mesh/ground-region.ts';
import { exrChannelChoices } from '../files/exr-write.ts';
import type { FieldTable } from './fields.ts';

/** The parameters of an actor, as a table like those of the systems. */
export const actorParams = {
  name: {
    flag: false,
    type: 'text',
    expected: 'a name',
    words: 'What systems and reports call it. Unique; the file name without its ending when absent.',
  },
  file: {
    flag: false,
    type: 'text',
    expected: 'a file name, relative to the scene',
    required: true,
    words: 'The character: a .glb or .gltf file, or a take (.bvh), relative to the scene file.',
  },
  clip: {
    type: 'text',
    orIndex: true,
    expected: 'the name of a clip in the file, or its number counted from 0',
    words:
      'Which animation to play: its name, or its number counted from 0. When absent: the only one, else the one that looks most like a run or a walk; for a node in keys, the first that moves it.',
  },
  position: {
    type: 'vector',
    length: 3,
    unit: 'm',
    min: -1e6,
    max: 1e6,
    default: [0, 0, 0],
    words:
      'Where it starts: x, y (height of the floor it was animated on), z. With a parent: its offset from the joint.',
  },
  heading: {
    type: 'number',
    unit: 'rad',
    min: -6.2831854,
    max: 6.2831854,
    default: 0,
    words: 'Turn about the vertical, counter-clockwise seen from above; 0 keeps the direction of the file.',
  },
  offset: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 0,
    words: 'By how much its clip runs ahead, so that figures of one clip do not move in step.',
  },
  scale: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e6,
    open: true,
    words:
      "Metres per unit of the file. When absent: the file's own, or a guess from the figure's height, which is reported.",
  },
  height: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    open: true,
    words: 'Height of the figure at rest, instead of a scale.',
  },
  speed: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 200,
    open: true,
    words: 'Mean speed of a gait that was animated on the spot. When absent: found from its feet.',
  },
  softDepth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 10,
    words:
      'How deep its soles sink below the surface. When absent, as the ground is: 1.5 % of its height in sand, 1.8 % in mud, 3.5 % in snow.',
  },
  travel: {
    type: 'choice',
    choices: ['auto', 'inPlace', 'travelling', 'still'],
    default: 'auto',
    words:
      'How the clip gets across the ground: a gait on the spot that is carried forward (inPlace), one with its own travel (travelling), or neither (still). auto finds out.',
  },
  follow: {
    type: 'choice',
    choices: ['auto', 'ground', 'level'],
    default: 'auto',
    words:
      'Whether a character goes up and down with the terrain of a ground, y of its position then above it: of one that it can touch (auto), of any (ground), or not at all (level). What has keys or a parent goes where those say.',
  },
  up: {
    type: 'choice',
    choices: ['auto', 'y', 'z'],
    default: 'auto',
    words:
      'Which way is up in a take (.bvh), or in the mesh of a thing with keys or a parent. auto: from feet to head in a take, y in a mesh.',
  },
  touching: {
    type: 'texts',
    expected: 'the name of a surface or of a joint',
    words:
      'Which parts of it mark the ground, by the names of surfaces or joints; the others pass through. "*" is all of it. When absent: all of a figure without a gait; of a gait its feet and legs, and parts that rest on the ground for 0.25 s or touch it more than half of the time, as of one that crawls or falls. The report says what else comes into the ground. Fur and particles meet all of it, whatever stands here.',
  },
  keys: {
    flag: false,
    type: 'text',
    expected: 'a file name, relative to the scene',
    words:
      'Poses over time for a rigid thing (.obj, .stl, .ply, .glb): a file of keys (.json, .csv), or a .glb or .gltf of which it follows a node. An .obj, .stl or .ply without keys and without a parent stands at its position, turned by its heading.',
  },
  node: {
    flag: false,
    type: 'text',
    orIndex: true,
    expected: 'the name of a node of the file of keys, or its number counted from 0',
    words:
      'Which node of the .glb or .gltf in keys it follows, as clip moves it: ancestors and all. Its size is its own, whatever scale the node has.',
  },
  parent: {
    flag: false,
    type: 'text',
    expected: 'the name of another actor',
    words:
      'An actor that it is fixed to, instead of keys: it goes where that one goes. position is then its offset in metres along the axes of that figure at rest.',
  },
  joint: {
    flag: false,
    type: 'text',
    orIndex: true,
    expected: 'the name of a joint of the parent, or its number counted from 0',
    words: 'Which joint of the parent it is fixed to. A parent with keys of its own has none.',
  },
  rotation: {
    flag: false,
    type: 'vector',
    length: 4,
    unit: '',
    min: -1e6,
    max: 1e6,
    words:
      'How it is turned beside its parent at rest: a quaternion x, y, z, w. When absent it stands as in its own file.',
  },
  roll: {
    flag: false,
    type: 'flag',
    default: false,
    words:
      'Whether it is a wheel that rolls without slip: its turn about its axle follows from its way, forward and back. Keys then need positions only; the wheel faces its path.',
  },
  radius: {
    flag: false,
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    open: true,
    words: 'Radius on which it rolls. When absent: the greatest distance of its surface from its axle.',
  },
  axle: {
    flag: false,
    type: 'vector',
    length: 3,
    unit: '',
    min: -1e6,
    max: 1e6,
    words:
      'Direction of the axle in the axes of its own file. When absent: the axis about which its surface is most even.',
  },
  shown: {
    type: 'flag',
    default: true,
    words: 'Whether pictures show it: a character that particles form need not be seen itself.',
  },
  profile: {
    flag: false,
    type: 'choice',
    choices: ['lugged', 'rounded'],
    default: 'lugged',
    words:
      'Shape of a rigid thing: lugged (treads, feet, edges) or rounded (a ball, a smooth tyre: fewer poses are enough).',
  },
} as const satisfies FieldTable;

/** The simulated time. `fps` is defined separately, since it may be text, see `frameRateExpected`. */
export const timeParams = {
  start: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    default: 0,
    words:
      'Where the simulation begins, in the time of the clips: the ground is untouched there. Before 0 for handles.',
  },
  end: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    default: 3,
    words:
      'Where it ends; the frame at this time is still written. Like every time it may be a fraction, "47/24"; a decimal lands on a frame that it misses by at most 0.02 frames, as 1.958333 does.',
  },
  firstFrame: {
    type: 'integer',
    unit: '',
    min: 0,
    max: 9_999_999,
    words:
      'Number of the frame at the start, such as 1001: in names of files, time codes of USD, README.txt, the report, pictures and --frames alike. When absent, files and time codes count from 1, and --frames from 0.',
  },
} as const satisfies FieldTable;

export const frameRateExpected =
  'frames per second > 0 and ≤ 1000, as a number or as a text like "30000/1001"';

/** The seed of the random numbers of a scene. */
export const seedParam = {
  type: 'integer',
  unit: '',
  min: 0,
  max: 4294967295,
  default: 1,
  words: 'Chooses the random numbers: the same seed gives the same bytes.',
} as const;

/** Keys at the top of a scene that say how outputs are written. */
export const outputParams = {
  meshPart: {
    type: 'choice',
    choices: ['touched', 'whole'],
    default: 'touched',
    words:
      'How much of the ground the mesh holds: what was touched with a margin, or all of a ground that has an edge.',
  },
  heightTiles: {
    type: 'choice',
    choices: heightTileModes,
    default: 'auto',
    words:
      'Whether the height maps of a ground come as several smaller sequences, tiles, each for the frames on which it changes (auto: where one rectangle would hold more than 16 million pixels, over all frames, and tiles take less than half of them), or always as one rectangle (never). There are at most 64 tiles, or 4096 where one rectangle would be too large.',
  },
  groundMotion: {
    type: 'choice',
    choices: groundMotionModes,
    default: 'moving',
    words:
      'Whether the GLB of a ground moves as the ground did, by morph targets in a clip that has its name, or is still. Where no clip plays, both show it as it is at the end.',
  },
  exrChannels: {
    type: 'choice',
    choices: exrChannelChoices,
    default: 'Y',
    words:
      'Which channels of an EXR hold the heights: Y (luminance, a grey picture), R, or RGB (the same number three times), for programs that read no other.',
  },
  pointsTime: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    words:
      'Which time the GLB of particles shows, which holds one. When absent: where the key that leads most of them is met, or the last frame with half of the most that there are.',
  },
  morphTargets: {
    type: 'integer',
    unit: '',
    min: 2,
    max: 64,
    default: 5,
    words:
      'Morph targets that a mesh may get for its flesh, and a coat for its fur, at most. One of them is an offset, which keeps all weights between 0 and 1; the others are shapes. More follow the motion more closely.',
  },
  morphStorage: {
    type: 'choice',
    choices: ['dense', 'sparse'],
    default: 'dense',
    words:
      'How the morph targets of flesh and of grounds are stored. dense: for every vertex, which every program reads. sparse: only for the vertices that move, where that is smaller; some programs cannot read it.',
  },
  modesInExtras: {
    type: 'flag',
    default: false,
    words:
      'Puts the shapes, frequencies and damping of flesh into the extras of its character too (extras.aftermotion.parts of the node, base64 of a .flesh file), for pages that move it live.',
  },
} as const satisfies FieldTable;

/** What particles form where a lone drawing, picture or font is baked. These are no keys of a scene. */
export const formParams = {
  text: { type: 'text', expected: 'words', words: 'Words for particles to form, where the file is a font.' },
  count: {
    flag: 'particlesCount',
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 6000,
    words: 'How many particles form a drawing, a picture or words.',
  },
} as const satisfies FieldTable;
