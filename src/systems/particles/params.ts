import { pointsLooks } from '../outputs/points.ts';
import { colorPart, sharePart } from '../param-parts.ts';
import type { ListEntry, ParamInput, ParamTable, ParamValues } from '../params.ts';
import { forceKinds } from './force-params.ts';
import { keyFields } from './key-params.ts';
import { shapeKinds } from './shape-params.ts';

const sourceFields = {
  from: {
    type: 'text',
    expected: 'the name of a shape',
    required: true,
    words: 'The shape in which they appear.',
  },
  name: {
    type: 'text',
    expected: 'a name',
    words: 'What keys and forces call it; the name of its shape when absent.',
  },
  count: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 1000,
    words: 'How many there are, all in all.',
  },
  sampling: {
    type: 'choice',
    choices: ['blueNoise', 'random'],
    default: 'blueNoise',
    words: 'Where in the shape: evenly spread (blueNoise) or by chance (random).',
  },
  start: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    words: 'When the first appear. When absent: at the start.',
  },
  duration: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 0,
    words: 'How long it goes on until all have appeared; 0 is all at once.',
  },
  life: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    open: true,
    words: 'How long each one exists. When absent: to the end.',
  },
  lifeSpread: {
    ...sharePart,
    default: 0.3,
    words: 'By how much lives differ, as a share of the life: 0.3 is 70 % to 130 %.',
  },
  velocity: {
    type: 'vector',
    length: 3,
    unit: 'm/s',
    min: -1e4,
    max: 1e4,
    default: [0, 0, 0],
    words: 'How they move at first.',
  },
  outward: {
    type: 'number',
    unit: 'm/s',
    min: -1e4,
    max: 1e4,
    default: 0,
    words:
      'Speed along the normals of the shape, or away from its middle where it has none, added to the velocity.',
  },
  jitter: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1e4,
    default: 0,
    words: 'Speed in a direction of chance, added to the velocity: the largest.',
  },
  size: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e3,
    open: true,
    words: "Diameter. When absent: the system's own.",
  },
  sizeSpread: {
    ...sharePart,
    default: 0,
    words: 'By how much diameters differ, as a share: 0.3 is 70 % to 130 %.',
  },
  color: {
    ...colorPart,
    words:
      "Colour, red green blue from 0 to 1 as on a screen. When absent: the shape's, else the system's own.",
  },
  opacity: { ...sharePart, words: "When absent: the shape's, else the system's own." },
  spin: {
    type: 'number',
    unit: 'rad/s',
    min: 0,
    max: 1e4,
    default: 0,
    words: 'How fast they turn, about axes of chance: the largest.',
  },
} as const satisfies ParamTable;

/** The table of all parameters of particles: units, ranges, defaults and descriptions. */
export const particlesParams = {
  shapes: {
    type: 'list',
    expected: 'a shape',
    tag: 'shape',
    kinds: shapeKinds,
    words: 'Places by name, for particles to come from and to go to.',
  },
  sources: {
    type: 'list',
    expected: 'a source',
    kinds: { one: { words: 'Where particles come from.', fields: sourceFields } },
    words: 'Where particles come from, how many and how they begin.',
  },
  forces: {
    type: 'list',
    expected: 'a force',
    tag: 'force',
    kinds: forceKinds,
    words: 'What moves them while nothing asks them to be anywhere, and, fading, on their way there.',
  },
  keys: {
    type: 'list',
    expected: 'a key',
    kinds: { one: { words: 'What must be reached, and when.', fields: keyFields } },
    words: 'What particles are to reach, when, and exactly: places, speeds, colours, sizes.',
  },
  attributes: {
    advanced: true,
    type: 'list',
    expected: 'an attribute',
    kinds: {
      one: {
        words: 'A number of your own for each particle, which keys can set and files carry.',
        fields: {
          name: { type: 'text', expected: 'a name', required: true, words: 'What it is called.' },
          value: {
            type: 'number',
            unit: '',
            min: -1e30,
            max: 1e30,
            default: 0,
            words: 'What it is at first.',
          },
        },
      },
    },
    words: 'Numbers of your own for each particle, which keys can set and files carry.',
  },
  size: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e3,
    open: true,
    default: 0.02,
    words: 'Diameter of a particle.',
  },
  color: {
    ...colorPart,
    default: [0.9, 0.9, 0.9],
    words: 'Colour, red green blue from 0 to 1 as on a screen.',
  },
  opacity: { ...sharePart, default: 1, words: '1 hides what is behind, 0 cannot be seen.' },
  look: {
    type: 'choice',
    choices: pointsLooks,
    default: 'sphere',
    words:
      'What one looks like: sphere and cube are solid and lit, disc is flat, smoke is soft, ember glows.',
  },
  drag: {
    group: 'Air and touch',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1000,
    default: 0.2,
    words:
      'How fast still air stops them: after 1/drag seconds 37 % of the speed is left. Wind needs it to take hold.',
  },
  collide: {
    group: 'Air and touch',
    type: 'flag',
    default: true,
    words: 'Actors and grounds are obstacles. `actors` and `reads` say which.',
  },
  bounce: {
    group: 'Air and touch',
    ...sharePart,
    default: 0.3,
    words: 'Share of its speed with which a particle leaves an obstacle: 0 stays, 1 loses nothing.',
  },
  friction: {
    group: 'Air and touch',
    ...sharePart,
    default: 0.3,
    words:
      'Share of its speed along an obstacle that a bounce takes, and each thirtieth of a second of sliding.',
  },
  forceLimit: {
    group: 'Limits and steps',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1e9,
    open: true,
    words:
      'Acceleration that keys should not exceed: before the run it is told who could not arrive within it.',
  },
  rate: {
    group: 'Limits and steps',
    type: 'integer',
    unit: '1/s',
    min: 10,
    max: 2000,
    default: 120,
    words: 'Steps a second. Times of keys are met exactly, whatever it is.',
  },
} as const satisfies ParamTable;

/** The parameters of particles, with defaults filled in. */
export type ParticlesParams = ParamValues<typeof particlesParams>;
/** As a scene or a program gives them: any may be left out. */
export type ParticlesInput = ParamInput<typeof particlesParams>;
export type SourceParams = ListEntry<(typeof particlesParams)['sources']>;
export type ShapeParams = ListEntry<(typeof particlesParams)['shapes']>;
export type ForceParams = ListEntry<(typeof particlesParams)['forces']>;
export type KeyParams = ListEntry<(typeof particlesParams)['keys']>;
