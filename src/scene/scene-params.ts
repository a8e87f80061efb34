import type { FieldTable } from './fields.ts';

/** What an actor may be told, as a table like the systems' own. */
export const actorParams = {
  name: {
    type: 'text',
    expected: 'a name',
    words: 'What systems and reports call it. Unique; the file name without its ending when absent.',
  },
  file: {
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
      'Which animation to play: its name, or its number counted from 0. When absent: the only one, else the one that looks most like a run or a walk.',
  },
  position: {
    type: 'vector',
    length: 3,
    unit: 'm',
    min: -1e6,
    max: 1e6,
    default: [0, 0, 0],
    words: 'Where it starts: x, y (height of the floor it was animated on), z.',
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
  up: {
    type: 'choice',
    choices: ['auto', 'y', 'z'],
    default: 'auto',
    words: 'Which way is up in a take (.bvh). auto: from its feet to its head.',
  },
  touching: {
    type: 'texts',
    expected: 'the name of a surface or of a joint',
    words:
      'Which parts of it touch the ground, by the names of surfaces or joints; the others pass through. "*" is all of it. When absent: all, but for parts that dig deeper than the feet of a gait made on the spot.',
  },
  keys: {
    type: 'text',
    expected: 'a file name, relative to the scene',
    words: 'A file of poses over time, for a rigid thing without an animation of its own.',
  },
  shown: {
    type: 'flag',
    default: true,
    words: 'Whether pictures show it: a character that particles form need not be seen itself.',
  },
  profile: {
    type: 'choice',
    choices: ['lugged', 'rounded'],
    default: 'lugged',
    words:
      'Shape of a rigid thing: lugged (treads, feet, edges) or rounded (a ball, a smooth tyre: fewer poses are enough).',
  },
} as const satisfies FieldTable;

/** The time that is simulated. `fps` stands apart: it may be text, see `frameRateExpected`. */
export const timeParams = {
  start: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 0,
    words: 'Where the simulation begins, in the time of the clips: the ground is untouched there.',
  },
  end: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 3,
    words: 'Where it ends; the frame at this time is still written.',
  },
} as const satisfies FieldTable;

export const frameRateExpected =
  'frames per second > 0 and ≤ 1000, as a number or as a text like "30000/1001"';

export const seedParam = {
  type: 'integer',
  unit: '',
  min: 0,
  max: 4294967295,
  default: 1,
  words: 'Chooses the random numbers: the same seed gives the same bytes.',
} as const;

export const morphTargetsParam = {
  type: 'integer',
  unit: '',
  min: 1,
  max: 64,
  default: 4,
  words:
    'Morph targets that a mesh may get for its flesh, at most. Every viewer plays 4; more follow the motion more closely.',
} as const;

export const modesInExtrasParam = {
  type: 'flag',
  default: false,
  words:
    'Puts the shapes, frequencies and damping of flesh into the extras of its character too (extras.aftermotion.parts of the node, base64 of a .flesh file), for pages that move it live.',
} as const;

export const meshPartParam = {
  type: 'choice',
  choices: ['touched', 'whole'],
  default: 'touched',
  words:
    'How much of the ground the mesh holds: what was touched with a margin, or all of a ground that has an edge.',
} as const;
