import { colorPart, fractionPart, namePart, timePart } from '../param-parts.ts';
import type { ParamTable } from '../params.ts';
import { sourceNamesPart } from './param-parts.ts';

export const keyFields = {
  name: { ...namePart, description: 'Name in reports and on the page. When absent: its index in the list.' },
  to: {
    type: 'texts',
    expected: 'the name of a shape',
    description:
      'One shape, or several among which the particles are divided. When absent: only the state below changes.',
  },
  start: {
    ...timePart,
    min: -1e5,
    description: 'When the key starts to act. When absent: at the start.',
  },
  end: {
    ...timePart,
    min: -1e5,
    description: 'When the key must be reached. When absent: at the end of the scene.',
  },
  kind: {
    type: 'choice',
    choices: ['fill', 'density'],
    default: 'fill',
    description:
      'fill: the particles form the visible shape, each at a position of its own. density: only the number of particles in each shape counts.',
  },
  counts: {
    type: 'numbers',
    unit: '',
    min: 0,
    max: 5_000_000,
    whole: true,
    description: 'Number of particles for each shape of `to`. When absent: in proportion to their size.',
  },
  sources: {
    ...sourceNamesPart,
    description: 'Only particles from these sources. When absent: particles from all sources.',
  },
  fraction: {
    ...fractionPart,
    open: true,
    default: 1,
    description:
      'Fraction of these particles that the key controls. The others stay free, which looks more natural.',
  },
  selection: {
    type: 'choice',
    choices: ['random', 'nearest', 'first'],
    default: 'random',
    description:
      'Which particles are chosen if the fraction is below 1: random ones, those nearest to the shape, or those that appeared first.',
  },
  law: {
    type: 'choice',
    choices: ['leastEffort', 'constant', 'velocity'],
    default: 'leastEffort',
    description:
      'How particles are controlled. leastEffort: with the least effort. constant: with a constant force, as in the paper. velocity: so that they also arrive with a given velocity.',
  },
  velocity: {
    type: 'vector',
    length: 3,
    unit: 'm/s',
    min: -1e4,
    max: 1e4,
    default: [0, 0, 0],
    description: 'Velocity at arrival, for the law velocity. Relative to the shape, if that moves.',
  },
  assign: {
    type: 'choice',
    choices: ['near', 'random', 'order'],
    default: 'near',
    description:
      'Which particle goes to which position. near: short paths that do not cross. random: at random. order: the first particle to the first position.',
  },
  sampling: {
    type: 'choice',
    choices: ['blueNoise', 'random'],
    default: 'blueNoise',
    description: 'Positions in the shape: evenly distributed (blueNoise) or random.',
  },
  randomness: {
    ...fractionPart,
    default: 0,
    description:
      'How much forces are randomly weakened before the arrival, differently for each particle: 0 is not at all, 1 is by up to 100 %.',
  },
  ease: {
    ...fractionPart,
    default: 0,
    description: 'Fraction of the time in which the control fades in. With 0 it starts at once.',
  },
  stagger: {
    ...timePart,
    default: 0,
    description: 'Duration before the end over which the arrivals are spread.',
  },
  staggerBy: {
    type: 'choice',
    choices: ['random', 'distance', 'x', 'y', 'z'],
    default: 'random',
    description: 'Which particles arrive first: random ones, the nearest, or in order along an axis.',
  },
  arrive: {
    type: 'choice',
    choices: ['exact', 'bounded'],
    default: 'exact',
    description:
      'What is given up if an obstacle or too little time prevents an arrival. exact: all are at their targets in time, if necessary by a jump in the last step. bounded: keys never accelerate a particle by more than `maxAcceleration`; those that cannot be in time arrive later.',
  },
  hold: {
    ...timePart,
    default: 0,
    description: 'How long particles stay at the shape after the end, and move with it.',
  },
  colors: {
    type: 'choice',
    choices: ['shape', 'keep'],
    default: 'shape',
    description: 'Whether particles take the colours of the shape, if it has any.',
  },
  color: { ...colorPart, description: 'Colour at the end: red, green, blue from 0 to 1 (sRGB).' },
  opacity: { ...fractionPart, description: 'Opacity at the end.' },
  size: { type: 'number', unit: 'm', min: 0, max: 1e3, description: 'Diameter at the end.' },
  orientation: {
    type: 'vector',
    length: 4,
    unit: '',
    min: -1,
    max: 1,
    description: 'Orientation at the end: a quaternion x, y, z, w.',
  },
  spin: {
    type: 'vector',
    length: 3,
    unit: 'rad/s',
    min: -1e4,
    max: 1e4,
    description: 'Angular velocity when the orientation is reached. When absent: not prescribed.',
  },
  attributes: {
    type: 'list',
    expected: 'an attribute',
    kinds: {
      one: {
        description: 'An attribute of the system, and its value at the end.',
        fields: {
          name: { ...namePart, required: true, description: 'Name of an attribute of the system.' },
          value: {
            type: 'number',
            unit: '',
            min: -1e30,
            max: 1e30,
            default: 0,
            description: 'Its value at the end.',
          },
        },
      },
    },
    description: 'Attributes and their values at the end.',
  },
  confinement: {
    type: 'choice',
    choices: ['free', 'morph'],
    default: 'free',
    description:
      'morph: particles stay inside a shape between that of their source and that of the key, on every frame. free: they do not.',
  },
  refine: {
    type: 'choice',
    choices: ['paired', 'own', 'never'],
    default: 'paired',
    description:
      'How groups are controlled if kind is density. paired: each part of the cloud to a part of the shape. own: each to the centre of the shape, as in the paper. never: the cloud as one group.',
  },
  randomPer: {
    type: 'choice',
    choices: ['path', 'step'],
    default: 'path',
    description:
      'When the random weakening of forces is drawn. path: once for each particle, so that paths differ most. step: in every step, as in the paper.',
  },
  attempts: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 1000,
    default: 1,
    description:
      'Max number of trajectories that are compared for each particle; the most plausible one is used. 1 uses the first.',
  },
  lookAhead: {
    type: 'integer',
    unit: '',
    min: 0,
    max: 100000,
    default: 10,
    description:
      'Number of steps of a trajectory that are rated. 0 rates the whole trajectory. Where an obstacle is near, the whole trajectory is always rated.',
  },
  judgeEvery: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 100000,
    default: 5,
    description: 'Number of steps after which trajectories are rated and compared again.',
  },
  level: {
    ...fractionPart,
    open: true,
    default: 1,
    description:
      'No more trajectories are tried for a particle once its plausibility g has this level. With 1 all attempts are made.',
  },
  accept: {
    type: 'choice',
    choices: ['ratio', 'chance'],
    default: 'ratio',
    description:
      'How a trajectory replaces another one. ratio: if the ratio of their plausibilities is above `acceptance`. chance: with the ratio divided by `acceptance` as the probability (Metropolis), so that a less plausible one is sometimes used.',
  },
  acceptance: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e6,
    default: 1,
    description: 'A trajectory replaces another one if it is more plausible by this factor.',
  },
  distanceSpread: {
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    open: true,
    default: 0.3,
    description:
      'Distance from the target at which a trajectory becomes implausible, as a fraction of the radius of the shape (σ).',
  },
  sharpness: {
    type: 'number',
    unit: '1/m²',
    min: 0,
    max: 1e6,
    default: 10,
    description: 'Weight of the distance to the intermediate shapes of `confinement` (k).',
  },
  smoothness: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e3,
    default: 1,
    description: 'Weight of sudden changes of velocity (c).',
  },
  paper: {
    type: 'flag',
    default: false,
    description:
      'Follows the paper: constant force; its scaling, which misses the target slightly; random positions and assignment; groups move to one common centre; forces weakened anew in each step, and trajectories compared in each step, `lookAhead` steps ahead. The ratings of distance and velocity are corrected, since the printed ones prefer trajectories that lead away and divide by zero.',
  },
  enabled: { type: 'flag', default: true, description: 'Off: the key is ignored.' },
} as const satisfies ParamTable;
