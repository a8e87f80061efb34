import { axisPart, gustPeriodField, gustsPart, whenFields, windVelocityPart } from '../force-parts.ts';
import { lengthPart, type Part, positionPart } from '../param-parts.ts';
import type { ListKind, NumberParam } from '../params.ts';

const speedPart = { type: 'number', unit: 'm/s', min: -1e3, max: 1e3 } as const satisfies Part<NumberParam>;

/** Kinds of external forces on fur, except gravity. */
export const furForceKinds = {
  wind: {
    description: 'Moving air, with gusts that travel along the wind.',
    fields: {
      velocity: { ...windVelocityPart, default: [3, 0, 0] },
      gusts: {
        ...gustsPart,
        default: 0.6,
        description: 'How much the wind speed varies, as a fraction of the mean.',
      },
      gustPeriod: gustPeriodField,
      gustLength: { ...lengthPart, default: 1.5, description: 'Approximate distance between gusts.' },
      ...whenFields,
    },
  },
  blower: {
    description: 'Air that streams away from a point, such as a fan, a helicopter or a breath.',
    fields: {
      center: { ...positionPart, keyable: true, description: 'The point from which the air streams.' },
      speed: {
        ...speedPart,
        default: 8,
        keyable: true,
        description: 'Speed of the air at the radius. A negative value sucks the air in.',
      },
      radius: {
        ...lengthPart,
        default: 0.5,
        keyable: true,
        description:
          'Distance of the maximum speed. Beyond it, the speed decreases with the square of the distance.',
      },
      ...whenFields,
    },
  },
  whirl: {
    description: 'Air that rotates about an axis.',
    fields: {
      center: { ...positionPart, keyable: true, description: 'A point on the axis.' },
      axis: {
        ...axisPart,
        keyable: true,
        description: 'Direction of the axis. The air rotates counter-clockwise, seen from its tip.',
      },
      speed: { ...speedPart, default: 4, keyable: true, description: 'Speed of the air at the radius.' },
      radius: {
        ...lengthPart,
        default: 0.5,
        keyable: true,
        description:
          'Distance of the maximum speed. The speed grows with the distance up to it, and decreases beyond it.',
      },
      ...whenFields,
    },
  },
  push: {
    description: 'Moves the tips within a sphere, as fingers do: to one side, apart or down.',
    fields: {
      center: { ...positionPart, description: 'Centre of the sphere.' },
      to: {
        type: 'vector',
        length: 3,
        unit: 'm',
        min: -1e6,
        max: 1e6,
        description:
          'Final position of the centre, which moves there at constant speed from `from` to `until`. When absent: it does not move.',
      },
      radius: {
        ...lengthPart,
        default: 0.1,
        keyable: true,
        description: 'Radius of the sphere. The force decreases to 0 at this distance.',
      },
      acceleration: {
        type: 'vector',
        length: 3,
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: [0, 0, 0],
        keyable: true,
        description: 'Acceleration of tips at the centre, in the same direction for all.',
      },
      outward: {
        type: 'number',
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: 0,
        keyable: true,
        description: 'Acceleration away from the centre, along the skin. It parts the fur.',
      },
      along: {
        type: 'vector',
        length: 3,
        unit: '',
        min: -1,
        max: 1,
        description:
          'Direction of a line through the centre. Tips are parted only across this line, which makes a parting instead of a whorl.',
      },
      path: {
        type: 'numbers',
        unit: '',
        min: -1e6,
        max: 1e6,
        description:
          'Time, x, y, z for each key: positions of the centre, with linear interpolation, instead of `center`, `to`, `from` and `until`. The force acts from the first time to the last.',
      },
      follow: {
        type: 'number',
        unit: '1/s',
        min: 0,
        max: 1e4,
        default: 0,
        keyable: true,
        description:
          'How strongly tips follow the motion of the sphere, as under a hand that strokes the fur.',
      },
      forward: {
        type: 'number',
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: 0,
        keyable: true,
        description:
          'Acceleration along the skin, in the direction in which the sphere moves. It smooths the fur down.',
      },
      ...whenFields,
    },
  },
} as const satisfies { readonly [kind: string]: ListKind };
