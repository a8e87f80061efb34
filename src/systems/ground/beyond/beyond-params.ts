import type { ParamTable } from '../../params.ts';
import { beyondMaterials, materialWords } from '../rules/materials.ts';

const rightAngle = Math.PI / 2;

/** Parameters of effects that are not in the papers. All are off by default. */
export const beyondParams = {
  looseDepth: {
    group: 'Memory and direction',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    words:
      'Remembers compaction: so much can be pressed out of a column as usual; what goes deeper yields less and less, and more of it is pushed aside, so a second foot in the same print sinks less. Left out or 0: not remembered.',
  },
  compactedSlope: {
    group: 'Memory and direction',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    words: `Steepest slope that stands where the loose depth was pressed out; needs looseDepth. ${materialWords(beyondMaterials, 'compactedSlope', 'rad')}`,
  },
  lean: {
    group: 'Memory and direction',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    default: 0,
    words:
      'How much more is pushed ahead of what moves along the ground than behind it. 0 is the paper’s ridge, the same all round; at 1 nothing goes straight back.',
  },
  waterLevel: {
    group: 'Water and stones',
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    words:
      'World height of the water in the ground: untouched columns that stand no higher are wet and stay so. Left out: no water.',
  },
  waterRise: {
    group: 'Water and stones',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    default: 0.1,
    words: 'Wetness falls to nothing so far above the water level.',
  },
  wetnessMap: {
    group: 'Water and stones',
    type: 'text',
    expected: 'a picture file',
    refersTo: 'file',
    words:
      'A picture of the whole ground, seen from above with -Z at the top: white is wet, black dry. Needs a size or a terrain.',
  },
  wetSlope: {
    group: 'Water and stones',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    words: `Steepest slope that stands where it is wholly wet. ${materialWords(beyondMaterials, 'wetSlope', 'rad')}`,
  },
  dryingHalfLife: {
    group: 'Water and stones',
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e9,
    open: true,
    words: 'Time in which half of the wetness above the water dries. Left out: it stays wet.',
  },
  stones: {
    group: 'Water and stones',
    type: 'list',
    expected: 'a stone',
    kinds: {
      one: {
        words: 'A rounded stone in the ground that does not give way.',
        fields: {
          position: {
            type: 'vector',
            unit: 'm',
            length: 2,
            min: -1e7,
            max: 1e7,
            default: [0, 0],
            words: 'World x and z of its middle.',
          },
          radius: {
            type: 'number',
            unit: 'm',
            min: 0,
            max: 100,
            open: true,
            default: 0.1,
            words: 'Half its width.',
          },
          height: {
            type: 'number',
            unit: 'm',
            min: 0,
            max: 100,
            words: 'How far it stands out of the ground. When absent: half its radius.',
          },
        },
      },
    },
    words:
      'Stones: they are never pressed, nothing flows from or onto them, and what is pushed aside goes around.',
  },
  stonesPerSquareMetre: {
    group: 'Water and stones',
    type: 'number',
    unit: '1/m²',
    min: 0,
    max: 1000,
    default: 0,
    words: 'Stones strewn by chance, as the seed has it.',
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
    words: 'Radius of the smallest and the largest strewn stone.',
  },
  stoneMap: {
    group: 'Water and stones',
    type: 'text',
    expected: 'a picture file',
    refersTo: 'file',
    words:
      'A picture of the whole ground, seen from above with -Z at the top: where it is lighter than half, the ground is rock and does not give way. Needs a size or a terrain.',
  },
} as const satisfies ParamTable;
