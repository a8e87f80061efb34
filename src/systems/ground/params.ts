import { inGroup, type ParamInput, type ParamTable, type ParamValues } from '../params.ts';
import { groundReferenceParams } from '../reference-params.ts';
import { beyondParams } from './beyond/beyond-params.ts';
import { materialNames, materials, materialWords } from './rules/materials.ts';
import { ruleParams } from './rules/rule-params.ts';
import { sprayParams } from './spray/spray-params.ts';
import { terrainParams } from './terrain/terrain-params.ts';

const rightAngle = Math.PI / 2;

/** The parameters of the ground. A parameter without a default gets the value of the material. */
export const groundParams = {
  material: {
    flag: 'ground',
    type: 'choice',
    choices: materialNames,
    default: 'sand',
    words: 'What the ground is made of. Sets the five parameters below, the colour, and how deep feet go.',
  },
  insideSlope: {
    group: 'How it gives way',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    words: `Steepest slope that stands beside what was pressed: the inner walls of a print. 90° means any. ${materialWords(materials, 'insideSlope', 'rad')}`,
  },
  outsideSlope: {
    group: 'How it gives way',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    words: `Steepest slope that stands elsewhere: the outer side of a rim. ${materialWords(materials, 'outsideSlope', 'rad')}`,
  },
  roughness: {
    group: 'How it gives way',
    type: 'number',
    unit: '',
    min: 0,
    max: 0.49,
    words: `How much of a too steep difference moves in one pass. Small values make smooth mounds, large ones rough ones. ${materialWords(materials, 'roughness', '')}`,
  },
  liquidity: {
    group: 'How it gives way',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    words: `A step goes on until nothing too steep is steeper than this: small values settle at once, large ones flow out slowly. ${materialWords(materials, 'liquidity', 'rad')}`,
  },
  displacedFraction: {
    group: 'How it gives way',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    words: `Share of what is pressed away that is pushed aside; the rest is compacted. ${materialWords(materials, 'displacedFraction', '')}`,
  },
  cell: {
    group: 'Cells and size',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    open: true,
    default: 0.01,
    words:
      'Distance between columns. 0.01 suits people; half of it takes four times the memory and about eight times the work.',
  },
  rate: {
    group: 'Cells and size',
    type: 'integer',
    unit: '1/s',
    min: 24,
    max: 2000,
    default: 120,
    words: 'Steps a second. Independent of the frames that are written.',
  },
  size: {
    group: 'Cells and size',
    type: 'vector',
    unit: 'm',
    length: 2,
    min: 0,
    max: 1e7,
    open: true,
    words:
      'Size along x and z, from edge to edge: 11 m go from −5.5 to 5.5 m, both included. Left out: the ground has no edge. Only what is touched takes memory.',
  },
  center: {
    group: 'Cells and size',
    type: 'vector',
    unit: 'm',
    length: 2,
    min: -1e7,
    max: 1e7,
    words:
      'World x and z of the middle of a ground that has a size or a terrain. Left out: 0, 0, or where the terrain’s own file says.',
  },
  datum: {
    group: 'Cells and size',
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    default: 0,
    words:
      'World height of the level ground, from which nothing may stand further than 1023 m. Raises a terrain by so much.',
  },
  noiseAmplitude: {
    group: 'Untouched ground',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    default: 0.003,
    words: 'Height of the largest swells of untouched ground. 0 is flat.',
  },
  noiseWavelength: {
    group: 'Untouched ground',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e6,
    open: true,
    default: 0.8,
    words: 'Length of the largest swells.',
  },
  noiseOctaves: {
    group: 'Untouched ground',
    type: 'integer',
    unit: '',
    min: 1,
    max: 8,
    default: 3,
    words: 'Layers of swells, each half as high and half as long as the one before.',
  },
  ...groundReferenceParams,
  ...inGroup('Terrain', terrainParams),
  ...ruleParams,
  ...beyondParams,
  ...inGroup('Spray', sprayParams),
} as const satisfies ParamTable;

/** The parameters of a ground, with defaults filled in. */
export type GroundParams = ParamValues<typeof groundParams>;
/** The parameters as a scene or a program gives them. All are optional. */
export type GroundInput = ParamInput<typeof groundParams>;
