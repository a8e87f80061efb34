import { colorPart, namePart, sharePart, timePart } from '../param-parts.ts';
import type { ParamTable } from '../params.ts';
import { sourceNamesPart } from './param-parts.ts';

export const keyFields = {
  name: { ...namePart, words: 'What reports and the page call it; its place in the list when absent.' },
  to: {
    type: 'texts',
    expected: 'the name of a shape',
    words:
      'Where to: a shape, or several, among which particles are shared out. When absent: only the state below changes.',
  },
  start: {
    ...timePart,
    min: -1e5,
    words: 'When it takes hold; before, nothing is asked. When absent: at the start.',
  },
  end: { ...timePart, min: -1e5, words: 'When it must be met. When absent: at the end of the scene.' },
  kind: {
    type: 'choice',
    choices: ['fill', 'density'],
    default: 'fill',
    words:
      'fill: the shape can be seen, each particle has a place of its own in it. density: only how many arrive in each shape counts.',
  },
  counts: {
    type: 'numbers',
    unit: '',
    min: 0,
    max: 5_000_000,
    whole: true,
    words: 'How many go to each shape of `to`. When absent: by their size.',
  },
  sources: { ...sourceNamesPart, words: 'Only particles from these sources. When absent: from all.' },
  share: {
    ...sharePart,
    open: true,
    default: 1,
    words: 'Which share of them; the others stay free, which looks better.',
  },
  choose: {
    type: 'choice',
    choices: ['random', 'nearest', 'first'],
    default: 'random',
    words: 'Which ones, where not all: by chance, those nearest to the shape, or those that came first.',
  },
  law: {
    type: 'choice',
    choices: ['leastEffort', 'constant', 'velocity'],
    default: 'leastEffort',
    words:
      'How they are led: with least effort; with a constant force, as in the paper; or so that they arrive with a velocity too.',
  },
  velocity: {
    type: 'vector',
    length: 3,
    unit: 'm/s',
    min: -1e4,
    max: 1e4,
    default: [0, 0, 0],
    words: 'Velocity at arrival, with the law of that name, relative to a shape that moves.',
  },
  assign: {
    type: 'choice',
    choices: ['near', 'random', 'order'],
    default: 'near',
    words:
      'Who goes where: short ways that do not cross (near), by chance (random), or the first to the first (order).',
  },
  sampling: {
    type: 'choice',
    choices: ['blueNoise', 'random'],
    default: 'blueNoise',
    words: 'Places in the shape: evenly spread (blueNoise) or by chance (random).',
  },
  randomness: {
    ...sharePart,
    default: 0,
    words:
      'How much forces are weakened by chance on the way, differently for each particle: 0 not, 1 by anything.',
  },
  ease: { ...sharePart, default: 0, words: 'Share of the time over which the lead sets in; 0 is at once.' },
  stagger: { ...timePart, default: 0, words: 'Arrivals are spread over so long a time before the end.' },
  staggerBy: {
    type: 'choice',
    choices: ['random', 'distance', 'x', 'y', 'z'],
    default: 'random',
    words: 'Who arrives first: by chance, the nearest, or along an axis.',
  },
  hold: {
    ...timePart,
    default: 0,
    words: 'How long they stay there after the end, and go with a shape that moves.',
  },
  colors: {
    type: 'choice',
    choices: ['shape', 'keep'],
    default: 'shape',
    words: 'Whether particles take the colours of the shape, where it has any.',
  },
  color: { ...colorPart, words: 'Colour at the end, red green blue from 0 to 1 as on a screen.' },
  opacity: { ...sharePart, words: 'Opacity at the end.' },
  size: { type: 'number', unit: 'm', min: 0, max: 1e3, words: 'Diameter at the end.' },
  orientation: {
    type: 'vector',
    length: 4,
    unit: '',
    min: -1,
    max: 1,
    words: 'Orientation at the end: a quaternion x y z w.',
  },
  spin: {
    type: 'vector',
    length: 3,
    unit: 'rad/s',
    min: -1e4,
    max: 1e4,
    words: 'How it turns when it has its orientation. When absent: as it happens to.',
  },
  attributes: {
    type: 'list',
    expected: 'an attribute',
    kinds: {
      one: {
        words: 'One of the attributes of the system, and its value at the end.',
        fields: {
          name: { ...namePart, required: true, words: 'Which attribute of the system.' },
          value: {
            type: 'number',
            unit: '',
            min: -1e30,
            max: 1e30,
            default: 0,
            words: 'Its value at the end.',
          },
        },
      },
    },
    words: 'Attributes and their values at the end.',
  },
  confine: {
    type: 'choice',
    choices: ['free', 'morph'],
    default: 'free',
    words:
      'Whether they stay inside a shape between that of their source and that of the key, on every frame (morph).',
  },
  refine: {
    type: 'choice',
    choices: ['paired', 'own', 'never'],
    default: 'paired',
    words:
      'Density: how groups are led. Each part of the cloud to a part of the shape (paired); each to the middle of the shape, as printed (own); the cloud as one (never).',
  },
  attempts: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 1000,
    default: 1,
    words:
      'How many ways are tried for each particle, of which the most plausible is taken; 1 takes the first.',
  },
  lookAhead: {
    type: 'integer',
    unit: '',
    min: 0,
    max: 100000,
    default: 10,
    words: 'Steps of a way by which it is judged; 0 is all of it.',
  },
  acceptance: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e6,
    default: 1,
    words: 'A way replaces another when it is more plausible by this factor.',
  },
  distanceSpread: {
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    open: true,
    default: 0.3,
    words:
      "Distance from the goal at which a way is thought little of, as a share of the shape's radius (σ).",
  },
  sharpness: {
    type: 'number',
    unit: '1/m²',
    min: 0,
    max: 1e6,
    default: 10,
    words: 'How much nearness to places on the way counts, with `confine` (k).',
  },
  smoothness: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e3,
    default: 1,
    words: 'How much sudden changes of velocity count (c).',
  },
  paper: {
    type: 'flag',
    default: false,
    words:
      'As printed in the paper: constant force, its scaling, which misses a little, places and assignment by chance, groups led to one middle.',
  },
  enabled: { type: 'flag', default: true, words: 'Switches the key off without taking it out.' },
} as const satisfies ParamTable;
