import { axisPart, gustPeriodField, gustsPart, whenFields, windVelocityPart } from '../force-parts.ts';
import { accelerationPart, lengthPart, placePart, timePart } from '../param-parts.ts';
import type { ListKind, ParamTable } from '../params.ts';
import { sourceNamesPart } from './param-parts.ts';

/** What every force has. */
const common = {
  ...whenFields,
  sources: { ...sourceNamesPart, words: 'Only what comes from these sources feels it. When absent: all.' },
} as const satisfies ParamTable;

export const forceKinds = {
  gravity: {
    words: 'Draws all alike.',
    fields: {
      acceleration: {
        type: 'vector',
        length: 3,
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: [0, -9.81, 0],
        words: 'Acceleration.',
      },
      ...common,
    },
  },
  wind: {
    words: 'Moving air: drag carries particles along until they are as fast.',
    fields: {
      velocity: { ...windVelocityPart, default: [2, 0, 0] },
      gusts: {
        ...gustsPart,
        default: 0.3,
        words:
          'How much its speed swells and sinks, as a share of the mean: twice the root of the mean square.',
      },
      gustPeriod: gustPeriodField,
      gustLength: {
        ...lengthPart,
        default: 10,
        words: 'About how far apart gusts stand, along the wind.',
      },
      ...common,
    },
  },
  buoyancy: {
    words: 'Lifts what is warm, which cools as it grows old: smoke, embers.',
    fields: {
      acceleration: { ...accelerationPart, default: 1.5, words: 'Upward acceleration at birth.' },
      cooling: {
        ...timePart,
        open: true,
        default: 3,
        words: 'Time in which it sinks to 37 %.',
      },
      ...common,
    },
  },
  drag: {
    words: 'Air that resists by the square of the speed, beside the drag that all feel.',
    fields: {
      coefficient: {
        type: 'number',
        unit: '1/m',
        min: 0,
        max: 1e4,
        default: 0.1,
        words: 'Deceleration is this times the square of the speed.',
      },
      ...common,
    },
  },
  turbulence: {
    words: 'Swirls of many sizes that neither gather nor thin out what they carry: curl noise.',
    fields: {
      acceleration: { ...accelerationPart, default: 1, words: 'How strong: root of its mean square.' },
      size: { ...lengthPart, default: 1, words: 'Size of the largest swirls.' },
      octaves: {
        type: 'integer',
        unit: '',
        min: 1,
        max: 6,
        default: 2,
        words: 'How many sizes of swirls, each half as large and 60 % as strong as the one before.',
      },
      period: { ...timePart, open: true, default: 2, words: 'About how long a swirl lasts.' },
      ...common,
    },
  },
  vortex: {
    words: 'Turns everything about an axis.',
    fields: {
      center: { ...placePart, words: 'A point of the axis.' },
      axis: {
        ...axisPart,
        words: 'Direction of the axis; it turns counter-clockwise seen from its tip.',
      },
      acceleration: { ...accelerationPart, default: 3, words: 'Along the turn, at the radius.' },
      inward: {
        ...accelerationPart,
        default: 3,
        words: 'Toward the axis, at the radius: holds them on their circle.',
      },
      radius: {
        ...lengthPart,
        default: 1,
        words: 'Where it is strongest; inside it grows with the distance, outside it dies away.',
      },
      ...common,
    },
  },
  attractor: {
    words: 'Draws toward a point; pushes away where it is negative.',
    fields: {
      center: { ...placePart, words: 'The point.' },
      acceleration: { ...accelerationPart, default: 2, words: 'At the radius.' },
      radius: { ...lengthPart, default: 1, words: 'Where it is that strong; nearer it fades to nothing.' },
      falloff: {
        type: 'integer',
        unit: '',
        min: 0,
        max: 6,
        default: 2,
        words: 'Beyond the radius it goes with 1 / distance to this power.',
      },
      ...common,
    },
  },
} as const satisfies { readonly [kind: string]: ListKind };
