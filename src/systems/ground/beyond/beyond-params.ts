import type { ParamTable } from '../../params.ts';

const rightAngle = Math.PI / 2;

/** Parameters of effects that are not in the papers. All are off by default. */
export const beyondParams = {
  looseDepth: {
    group: 'Compaction and direction',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    description:
      'Enables compaction: this depth can be pressed out of a column as usual. Below it the column yields less and more material is pushed aside, so a second foot in a print sinks less. When absent or 0: no compaction.',
  },
  compactedSlope: {
    group: 'Compaction and direction',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    keyable: true,
    description: 'Maximum stable slope where the loose depth was pressed out. Needs looseDepth.',
  },
  forwardBias: {
    group: 'Compaction and direction',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    default: 0,
    keyable: true,
    description:
      'How much more material is pushed in front of a moving object than behind it. 0: equal on all sides, as in the paper. 1: nothing moves straight backward.',
  },
  waterLevel: {
    group: 'Water and stones',
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    keyable: true,
    description:
      'World height of the water in the ground. Untouched columns up to this height are wet and stay wet. When absent: no water.',
  },
  capillaryRise: {
    group: 'Water and stones',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    default: 0.1,
    keyable: true,
    description: 'Height above the water level at which the wetness reaches 0.',
  },
  wetnessMap: {
    group: 'Water and stones',
    type: 'text',
    expected: 'a picture file',
    refersTo: 'file',
    description:
      'A picture of the whole ground, seen from above with −Z at the top: white is wet, black is dry. Needs a size or a terrain.',
  },
  wetSlope: {
    group: 'Water and stones',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    keyable: true,
    description: 'Maximum stable slope of completely wet ground.',
  },
  dryingHalfLife: {
    group: 'Water and stones',
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e9,
    open: true,
    keyable: true,
    integral: { name: 'driedHalfLives', of: 'inverse' },
    description:
      'Time in which half of the wetness above the water level dries. When absent: it does not dry.',
  },
  stones: {
    group: 'Water and stones',
    type: 'list',
    expected: 'a stone',
    kinds: {
      one: {
        description: 'A rounded stone in the ground that does not move.',
        fields: {
          position: {
            type: 'vector',
            unit: 'm',
            length: 2,
            min: -1e7,
            max: 1e7,
            default: [0, 0],
            description: 'World x and z of its centre.',
          },
          radius: {
            type: 'number',
            unit: 'm',
            min: 0,
            max: 100,
            open: true,
            default: 0.1,
            description: 'Half of its width.',
          },
          height: {
            type: 'number',
            unit: 'm',
            min: 0,
            max: 100,
            description: 'Height above the ground. When absent: half of its radius.',
          },
        },
      },
    },
    description:
      'Stones. They are never pressed, nothing flows from or onto them, and displaced material flows around them.',
  },
  stonesPerSquareMetre: {
    group: 'Water and stones',
    type: 'number',
    unit: '1/m²',
    min: 0,
    max: 1000,
    default: 0,
    description:
      'Mean number of random stones per square metre. They lie in groups, have irregular shapes, and depend on the seed.',
  },
  stoneRadius: {
    group: 'Water and stones',
    type: 'vector',
    unit: 'm',
    length: 2,
    min: 0,
    max: 100,
    open: true,
    default: [0.02, 0.06],
    description:
      'Longest radius of the smallest and of the largest random stone. Small ones are much more frequent.',
  },
  stoneMap: {
    group: 'Water and stones',
    type: 'text',
    expected: 'a picture file',
    refersTo: 'file',
    description:
      'A picture of the whole ground, seen from above with −Z at the top. Where it is brighter than 50 %, the ground is rock and does not deform. Needs a size or a terrain.',
  },
} as const satisfies ParamTable;
