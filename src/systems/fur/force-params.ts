import { axisPart, gustPeriodField, gustsPart, whenFields, windVelocityPart } from '../force-parts.ts';
import { lengthPart, type Part, placePart } from '../param-parts.ts';
import type { ListKind, NumberParam } from '../params.ts';

const speedPart = { type: 'number', unit: 'm/s', min: -1e3, max: 1e3 } as const satisfies Part<NumberParam>;

/** What acts on fur from outside, beside gravity. */
export const furForceKinds = {
  wind: {
    words: 'Moving air, with gusts that travel over the field.',
    fields: {
      velocity: { ...windVelocityPart, default: [3, 0, 0] },
      gusts: {
        ...gustsPart,
        default: 0.6,
        words: 'How much its speed swells and sinks, as a share of the mean.',
      },
      gustPeriod: gustPeriodField,
      gustLength: { ...lengthPart, default: 1.5, words: 'About how far apart gusts stand.' },
      ...whenFields,
    },
  },
  blower: {
    words: 'Air that streams away from a point: a fan, a helicopter, a breath.',
    fields: {
      center: { ...placePart, words: 'The point.' },
      speed: { ...speedPart, default: 8, words: 'At the radius; draws in where it is negative.' },
      radius: {
        ...lengthPart,
        default: 0.5,
        words: 'Where it is fastest; beyond it slows down with the square of the distance.',
      },
      ...whenFields,
    },
  },
  whirl: {
    words: 'Air that turns about an axis.',
    fields: {
      center: { ...placePart, words: 'A point of the axis.' },
      axis: {
        ...axisPart,
        words: 'Direction of the axis; the air turns counter-clockwise seen from its tip.',
      },
      speed: { ...speedPart, default: 4, words: 'At the radius.' },
      radius: {
        ...lengthPart,
        default: 0.5,
        words: 'Where it is fastest; inside it grows with the distance, outside it dies away.',
      },
      ...whenFields,
    },
  },
  push: {
    words: 'Presses tips within a ball, as fingers do: aside, apart, down.',
    fields: {
      center: { ...placePart, words: 'Middle of the ball.' },
      to: {
        type: 'vector',
        length: 3,
        unit: 'm',
        min: -1e6,
        max: 1e6,
        words:
          'Where its middle is in the end; it goes there evenly from `from` to `until`. When absent: it stays.',
      },
      radius: { ...lengthPart, default: 0.1, words: 'Of the ball; the push fades to nothing there.' },
      acceleration: {
        type: 'vector',
        length: 3,
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: [0, 0, 0],
        words: 'Of tips in the middle, all alike.',
      },
      outward: {
        type: 'number',
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: 0,
        words: 'Acceleration away from the middle, along the skin: parts them.',
      },
      along: {
        type: 'vector',
        length: 3,
        unit: '',
        min: -1,
        max: 1,
        words: 'A line through the middle along which nothing is parted: a parting instead of a whorl.',
      },
      path: {
        type: 'numbers',
        unit: '',
        min: -1e6,
        max: 1e6,
        words:
          'Time, x, y, z, and so on: where its middle is when, straight from place to place, instead of `center`, `to`, `from` and `until`. It acts from the first time to the last.',
      },
      take: {
        type: 'number',
        unit: '1/s',
        min: 0,
        max: 1e4,
        default: 0,
        words: 'How fast tips are taken along with the ball as it moves, as by a hand that strokes.',
      },
      forward: {
        type: 'number',
        unit: 'm/s²',
        min: -1e6,
        max: 1e6,
        default: 0,
        words: 'Acceleration along the skin in the direction in which the ball moves: strokes them.',
      },
      ...whenFields,
    },
  },
} as const satisfies { readonly [kind: string]: ListKind };
