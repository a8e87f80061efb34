import { axisPart, gustPeriodField, gustsPart, whenFields, windVelocityPart } from '../force-parts.ts';
import { accelerationPart, lengthPart, positionPart, timePart } from '../param-parts.ts';
import type { ListKind, ParamTable } from '../params.ts';
import { sourceNamesPart } from './param-parts.ts';

/** What every force has. */
const common = {
  ...whenFields,
  sources: {
    ...sourceNamesPart,
    description: 'Only particles from these sources feel the force. When absent: all particles.',
  },
} as const satisfies ParamTable;

export const forceKinds = {
  gravity: {
    description: 'The same acceleration for all particles.',
    fields: {
      acceleration: {
        type: 'vector',
        length: 3,
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: [0, -9.81, 0],
        keyable: true,
        description: 'Acceleration.',
      },
      ...common,
    },
  },
  wind: {
    description: 'Moving air. Drag accelerates particles until they move with it.',
    fields: {
      velocity: { ...windVelocityPart, default: [2, 0, 0] },
      gusts: {
        ...gustsPart,
        default: 0.3,
        description: 'How much the wind speed varies, as a fraction of the mean: twice the root mean square.',
      },
      gustPeriod: gustPeriodField,
      gustLength: {
        ...lengthPart,
        default: 10,
        description: 'Approximate distance between gusts, along the wind.',
      },
      ...common,
    },
  },
  buoyancy: {
    description: 'Lifts warm particles, which cool with their age: smoke, embers.',
    fields: {
      acceleration: {
        ...accelerationPart,
        default: 1.5,
        keyable: true,
        description: 'Upward acceleration at birth.',
      },
      cooling: {
        ...timePart,
        open: true,
        default: 3,
        keyable: true,
        description: 'Time in which it decreases to 37 %.',
      },
      ...common,
    },
  },
  drag: {
    description:
      'Air resistance proportional to the square of the speed, in addition to the `drag` of the system.',
    fields: {
      coefficient: {
        type: 'number',
        unit: '1/m',
        min: 0,
        max: 1e4,
        default: 0.1,
        keyable: true,
        description: 'The deceleration is this times the square of the speed.',
      },
      ...common,
    },
  },
  turbulence: {
    description: 'Swirls of several sizes (curl noise). They do not change the density of the particles.',
    fields: {
      acceleration: {
        ...accelerationPart,
        default: 1,
        keyable: true,
        description: 'Root mean square of the acceleration.',
      },
      size: { ...lengthPart, default: 1, description: 'Size of the largest swirls.' },
      octaves: {
        type: 'integer',
        unit: '',
        min: 1,
        max: 6,
        default: 2,
        description: 'Number of swirl sizes. Each is half as large and 60 % as strong as the one before.',
      },
      period: { ...timePart, open: true, default: 2, description: 'Approximate duration of a swirl.' },
      ...common,
    },
  },
  vortex: {
    description: 'Rotates everything about an axis.',
    fields: {
      center: { ...positionPart, keyable: true, description: 'A point on the axis.' },
      axis: {
        ...axisPart,
        keyable: true,
        description: 'Direction of the axis. The rotation is counter-clockwise, seen from its tip.',
      },
      acceleration: {
        ...accelerationPart,
        default: 3,
        keyable: true,
        description: 'Tangential acceleration at the radius.',
      },
      inward: {
        ...accelerationPart,
        default: 3,
        keyable: true,
        description: 'Acceleration toward the axis at the radius. It keeps particles on their circle.',
      },
      radius: {
        ...lengthPart,
        default: 1,
        keyable: true,
        description:
          'Distance of the maximum. The acceleration grows with the distance up to it, and decreases beyond it.',
      },
      ...common,
    },
  },
  attractor: {
    description: 'Attracts toward a point. A negative acceleration repels.',
    fields: {
      center: { ...positionPart, keyable: true, description: 'The point.' },
      acceleration: {
        ...accelerationPart,
        default: 2,
        keyable: true,
        description: 'Acceleration at the radius.',
      },
      radius: {
        ...lengthPart,
        default: 1,
        keyable: true,
        description:
          'Distance at which the acceleration has its full value. Nearer to the point it decreases to 0.',
      },
      falloff: {
        type: 'integer',
        unit: '',
        min: 0,
        max: 6,
        default: 2,
        description: 'Beyond the radius the acceleration is proportional to 1 / distance to this power.',
      },
      ...common,
    },
  },
} as const satisfies { readonly [kind: string]: ListKind };
