import { pointsLooks } from '../outputs/points.ts';
import { colorPart, fractionPart } from '../param-parts.ts';
import type { ListEntry, ParamInput, ParamSpec, ParamTable, ParamValues } from '../params.ts';
import { forceKinds } from './force-params.ts';
import { keyFields } from './key-params.ts';
import { shapeKinds } from './shape-params.ts';

/** What sources and bursts have in common: how their particles look, and how long they exist. */
const appearance = {
  life: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    open: true,
    description: 'How long each particle exists. When absent: until the end.',
  },
  lifeSpread: {
    ...fractionPart,
    default: 0.3,
    description: 'Random variation of the life, as a fraction: 0.3 means 70 % to 130 %.',
  },
  fade: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 0,
    description: 'Time at the end of the life in which the opacity falls to 0.',
  },
  size: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e3,
    open: true,
    description: 'Diameter. When absent: the value of the system.',
  },
  sizeSpread: {
    ...fractionPart,
    default: 0,
    description: 'Random variation of the diameter, as a fraction: 0.3 means 70 % to 130 %.',
  },
  colorSpread: {
    ...fractionPart,
    default: 0,
    description:
      'Random variation of the colour, as a fraction: 0.3 means that brightness varies by up to 30 %, and red against green by up to 15 %.',
  },
} as const satisfies ParamTable;

const spinField = {
  type: 'number',
  unit: 'rad/s',
  min: 0,
  max: 1e4,
  default: 0,
  description: 'Max angular speed, about random axes.',
} as const satisfies ParamSpec;

const sourceFields = {
  from: {
    type: 'text',
    expected: 'the name of a shape',
    required: true,
    description: 'The shape in which the particles appear.',
  },
  name: {
    type: 'text',
    expected: 'a name',
    description: 'Name for keys and forces. When absent: the name of its shape.',
  },
  count: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 1000,
    description: 'Total number of particles.',
  },
  sampling: {
    type: 'choice',
    choices: ['blueNoise', 'random'],
    default: 'blueNoise',
    description: 'Positions in the shape: evenly distributed (blueNoise) or random.',
  },
  start: {
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    description: 'When the first particles appear. When absent: at the start.',
  },
  duration: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 0,
    description: 'Time until all particles have appeared. With 0 all appear at once.',
  },
  ...appearance,
  life: { ...appearance.life, keyable: true },
  size: { ...appearance.size, keyable: true },
  velocity: {
    type: 'vector',
    length: 3,
    unit: 'm/s',
    min: -1e4,
    max: 1e4,
    default: [0, 0, 0],
    keyable: true,
    description: 'Initial velocity.',
  },
  outward: {
    type: 'number',
    unit: 'm/s',
    min: -1e4,
    max: 1e4,
    default: 0,
    keyable: true,
    description:
      'Initial speed along the normals of the shape, or away from its centre if it has no normals. Added to the velocity.',
  },
  jitter: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1e4,
    default: 0,
    keyable: true,
    description: 'Max speed in a random direction, added to the velocity.',
  },
  color: {
    ...colorPart,
    keyable: true,
    description:
      'Colour: red, green, blue from 0 to 1 (sRGB). When absent: the colour of the shape, else that of the system.',
  },
  opacity: {
    ...fractionPart,
    keyable: true,
    description: 'Opacity. When absent: the opacity of the shape, else that of the system.',
  },
  spin: { ...spinField, keyable: true },
  onGround: {
    type: 'flag',
    default: false,
    description:
      'True: the particles appear at rest on the ground below or above their position, as leaves that fell before. Requires `settle`.',
  },
} as const satisfies ParamTable;

const burstFields = {
  of: {
    type: 'text',
    refersTo: 'actor',
    expected: 'the name of an actor',
    required: true,
    description: 'The actor whose feet, wheels or body throw particles where they press on a ground.',
  },
  joints: {
    type: 'texts',
    expected: 'the name of a joint, or a part of it',
    description:
      'Only parts of the actor whose names contain one of these words, upper and lower case alike: `foot` for both feet. When absent: all parts.',
  },
  name: {
    type: 'text',
    expected: 'a name',
    description: 'Name for forces. When absent: the name of the actor.',
  },
  count: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 5_000_000,
    default: 2000,
    description: 'Max total number of particles. Once all have been thrown, nothing more is thrown.',
  },
  perLitre: {
    type: 'number',
    unit: '1/l',
    min: 0,
    max: 1e9,
    open: true,
    default: 300,
    description:
      'Particles per litre that the contact presses down: the area that touches the ground times its speed into the ground. A foot presses 0.2 to 1 litre.',
  },
  minSpeed: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1e3,
    default: 0.2,
    description: 'Speed into the ground below which a contact throws nothing.',
  },
  speed: {
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    default: 0.8,
    description: 'Speed at which particles are thrown outward, as a multiple of the speed into the ground.',
  },
  angle: {
    type: 'number',
    unit: 'rad',
    min: 0,
    max: 1.5707963267948966,
    default: 0.7853981633974483,
    description: 'Angle of the throw above the horizontal.',
  },
  spread: {
    ...fractionPart,
    default: 0.4,
    description: 'Random variation of speed and direction: 0 is none, 1 gives 0 % to 200 % of the speed.',
  },
  follow: {
    type: 'number',
    unit: '',
    min: -10,
    max: 10,
    default: 0.2,
    description:
      'Fraction of the horizontal velocity of the contact that particles have in addition. Negative: they are thrown backward.',
  },
  ...appearance,
  color: {
    ...colorPart,
    description: 'Colour: red, green, blue from 0 to 1 (sRGB). When absent: that of the system.',
  },
  opacity: { ...fractionPart, description: 'Opacity. When absent: that of the system.' },
  spin: spinField,
} as const satisfies ParamTable;

/** The table of all parameters of particles: units, ranges, defaults and descriptions. */
export const particlesParams = {
  shapes: {
    type: 'list',
    expected: 'a shape',
    tag: 'shape',
    kinds: shapeKinds,
    description: 'Named shapes, in which particles appear and which they reach.',
  },
  sources: {
    type: 'list',
    expected: 'a source',
    kinds: { one: { description: 'A source of particles.', fields: sourceFields } },
    description: 'Where particles appear, how many, and their initial state.',
  },
  bursts: {
    type: 'list',
    expected: 'a burst',
    kinds: { one: { description: 'Particles that a contact with the ground throws.', fields: burstFields } },
    description:
      'Particles that are thrown where an actor presses on a ground: at footfalls, under wheels, where a body falls. How many and how fast follows from the contact.',
  },
  forces: {
    type: 'list',
    expected: 'a force',
    tag: 'force',
    kinds: forceKinds,
    description: 'Forces that move particles while no key controls them. Under a key they fade out.',
  },
  keys: {
    type: 'list',
    expected: 'a key',
    kinds: { one: { description: 'What must be reached, and when.', fields: keyFields } },
    description: 'What particles must reach, and at which time: exact positions, velocities, colours, sizes.',
  },
  attributes: {
    advanced: true,
    type: 'list',
    expected: 'an attribute',
    kinds: {
      one: {
        description: 'A number of your own for each particle, which keys can set and files contain.',
        fields: {
          name: { type: 'text', expected: 'a name', required: true, description: 'Name of the attribute.' },
          value: {
            type: 'number',
            unit: '',
            min: -1e30,
            max: 1e30,
            default: 0,
            description: 'Initial value.',
          },
        },
      },
    },
    description: 'Numbers of your own for each particle, which keys can set and files contain.',
  },
  size: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e3,
    open: true,
    default: 0.02,
    description: 'Diameter of a particle.',
  },
  color: {
    ...colorPart,
    default: [0.9, 0.9, 0.9],
    description: 'Colour: red, green, blue from 0 to 1 (sRGB).',
  },
  opacity: { ...fractionPart, default: 1, description: 'Opacity: 1 is opaque, 0 is invisible.' },
  look: {
    type: 'choice',
    choices: pointsLooks,
    default: 'sphere',
    description:
      'Appearance of a particle. sphere and cube are solid and lit, disc is flat, smoke is soft, ember glows, leaf is a leaf whose length is the diameter, clod is an irregular lump.',
  },
  diffusion: {
    group: 'Air and collisions',
    type: 'number',
    unit: 'm²/s',
    min: 0,
    max: 1e3,
    default: 0,
    keyable: true,
    description:
      'How fast free particles spread, as smoke does: after t seconds, a diameter d is √(d² + 11 diffusion t), and the opacity falls so that the amount of smoke stays the same. A key that moves particles gathers them again.',
  },
  drag: {
    group: 'Air and collisions',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1000,
    default: 0.2,
    keyable: true,
    description:
      'How fast still air stops particles. After 1/drag seconds, 37 % of the speed is left. Wind acts only if it is above 0.',
  },
  collide: {
    group: 'Air and collisions',
    type: 'flag',
    default: true,
    description: 'Whether actors and grounds are obstacles. `actors` and `reads` name them.',
  },
  restitution: {
    group: 'Air and collisions',
    ...fractionPart,
    default: 0.3,
    keyable: true,
    description:
      'Fraction of the normal speed that is left after a collision: 0 does not bounce, 1 loses nothing.',
  },
  friction: {
    group: 'Air and collisions',
    ...fractionPart,
    default: 0.3,
    keyable: true,
    description:
      'Fraction of the tangential speed that is lost in a bounce, and in each thirtieth of a second of sliding.',
  },
  flight: {
    group: 'Leaves and rest',
    type: 'choice',
    choices: ['ball', 'leaf'],
    default: 'ball',
    description:
      'ball: the air only slows particles down, by `drag`. leaf: particles are flat cards of the diameter `size` that glide, flutter and tumble.',
  },
  arealMass: {
    group: 'Leaves and rest',
    type: 'number',
    unit: 'kg/m²',
    min: 1e-4,
    max: 100,
    default: 0.08,
    description:
      'Mass of a leaf per area: 0.08 for paper and dry leaves, 0.2 for wet ones. A leaf that falls flat reaches √(13.6 arealMass) m/s.',
  },
  thickness: {
    group: 'Leaves and rest',
    type: 'number',
    unit: 'm',
    min: 1e-5,
    max: 10,
    default: 0.002,
    description: 'Thickness of a leaf. A leaf that is trodden in ends level with the ground.',
  },
  settle: {
    group: 'Leaves and rest',
    type: 'flag',
    default: false,
    description:
      'Whether particles come to rest on grounds. There they move with the surface, are trodden in and kicked by actors, and are blown away by wind.',
  },
  grip: {
    group: 'Leaves and rest',
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    default: 0.7,
    keyable: true,
    description:
      'Coefficient of friction between particles and ground. They stay on slopes whose rise over run is below it.',
  },
  liftWind: {
    group: 'Leaves and rest',
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1e4,
    open: true,
    default: 2.5,
    keyable: true,
    description:
      'Speed of the air at the ground that lifts resting particles, on average. Those that are trodden in need up to 10 times as much.',
  },
  wake: {
    group: 'Leaves and rest',
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    default: 1,
    description:
      'How much air actors move, for leaves and resting particles: 1 as a ball of the volume of each part, 0 none.',
  },
  maxAcceleration: {
    group: 'Limits and steps',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1e9,
    open: true,
    description:
      'Acceleration that keys should not exceed. Before the run, a warning counts the particles that need more. Keys with `arrive: bounded` never exceed it.',
  },
  rate: {
    group: 'Limits and steps',
    type: 'integer',
    unit: '1/s',
    min: 10,
    max: 2000,
    default: 120,
    description: 'Steps per second. The times of keys are met exactly at every rate.',
  },
} as const satisfies ParamTable;

/** The parameters of particles, with defaults filled in. */
export type ParticlesParams = ParamValues<typeof particlesParams>;
/** The parameters of particles as a scene or a program supplies them. Absent ones have their defaults. */
export type ParticlesInput = ParamInput<typeof particlesParams>;
export type SourceParams = ListEntry<(typeof particlesParams)['sources']>;
export type BurstParams = ListEntry<(typeof particlesParams)['bursts']>;
export type ShapeParams = ListEntry<(typeof particlesParams)['shapes']>;
export type ForceParams = ListEntry<(typeof particlesParams)['forces']>;
export type KeyParams = ListEntry<(typeof particlesParams)['keys']>;
