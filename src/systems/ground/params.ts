import { inGroup, type ParamInput, type ParamTable, type ParamValues } from '../params.ts';
import { groundReferenceParams } from '../reference-params.ts';
import { soilParams } from './bearing/soil-params.ts';
import { beyondParams } from './beyond/beyond-params.ts';
import { crackParams } from './cracks/crack-params.ts';
import { fadingParams } from './fading/fading-params.ts';
import { lookParams } from './look-params.ts';
import { materialNames } from './rules/materials.ts';
import { ruleParams } from './rules/rule-params.ts';
import { snowCoverParams } from './snow-cover/snow-cover-params.ts';
import { sprayParams } from './spray/spray-params.ts';
import { stampParams } from './stamps/stamp-params.ts';
import { stickingParams } from './sticking/sticking-params.ts';
import { terrainParams } from './terrain/terrain-params.ts';

const rightAngle = Math.PI / 2;

/** The parameters of the ground. A parameter without a default gets the value of the material. */
export const groundParams = {
  material: {
    flag: 'ground',
    type: 'choice',
    choices: materialNames,
    ownNames: 'materials',
    default: 'sand',
    description:
      'Material of the ground, or the name of one in the materials of the scene. Sets the six parameters below, and the colour.',
  },
  insideSlope: {
    group: 'Slopes and flow',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    keyable: true,
    description:
      'Maximum stable slope beside pressed columns: the inner walls of a print. 90° means any slope.',
  },
  outsideSlope: {
    group: 'Slopes and flow',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    keyable: true,
    description: 'Maximum stable slope elsewhere: the outer side of the rim of a print.',
  },
  roughness: {
    group: 'Slopes and flow',
    type: 'number',
    unit: '',
    min: 0,
    max: 0.49,
    keyable: true,
    description:
      'Fraction of the height difference beyond the stable slope that moves in one pass. Small values make smooth mounds, large ones rough mounds.',
  },
  liquidity: {
    group: 'Slopes and flow',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: rightAngle,
    keyable: true,
    description:
      'A step repeats its passes until no unstable slope is steeper than this. Small values settle at once, large ones flow slowly.',
  },
  displacedFraction: {
    group: 'Slopes and flow',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    keyable: true,
    description: 'Fraction of the displaced volume that is pushed aside. The rest is compacted.',
  },
  sinkage: {
    group: 'Slopes and flow',
    type: 'number',
    unit: '',
    min: 0,
    max: 0.5,
    description:
      'How deep the soles of a character sink, as a fraction of its height. An actor with a softDepth has that depth instead.',
  },
  cell: {
    group: 'Cells and size',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    open: true,
    default: 0.01,
    description:
      'Distance between columns. 0.01 suits people. Half of it takes four times the memory and about eight times the work.',
  },
  rate: {
    group: 'Cells and size',
    type: 'integer',
    unit: '1/s',
    min: 24,
    max: 2000,
    default: 120,
    description: 'Steps per second. Independent of the frame rate of the output.',
  },
  size: {
    group: 'Cells and size',
    type: 'vector',
    unit: 'm',
    length: 2,
    min: 0,
    max: 1e7,
    open: true,
    description:
      'Size along x and z, from boundary to boundary. 11 m reach from −5.5 to 5.5 m, both included. When absent: the ground has no boundary, and only touched ground takes memory.',
  },
  center: {
    group: 'Cells and size',
    type: 'vector',
    unit: 'm',
    length: 2,
    min: -1e7,
    max: 1e7,
    description:
      'World x and z of the centre of a ground that has a size or a terrain. When absent: 0, 0, or the position in the terrain’s own file.',
  },
  datum: {
    group: 'Cells and size',
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    default: 0,
    description:
      'World height of the level ground. All heights must be within 1023 m of it. It raises a terrain by this height.',
  },
  noiseAmplitude: {
    group: 'Untouched ground',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    default: 0.003,
    description: 'Height of the largest waves of untouched ground. 0 is flat.',
  },
  noiseWavelength: {
    group: 'Untouched ground',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e6,
    open: true,
    default: 0.8,
    description: 'Length of the largest waves.',
  },
  noiseOctaves: {
    group: 'Untouched ground',
    type: 'integer',
    unit: '',
    min: 1,
    max: 8,
    default: 3,
    description: 'Number of layers of waves. Each is half as high and half as long as the one before.',
  },
  ...inGroup('Untouched ground', crackParams),
  ...groundReferenceParams,
  ...inGroup('Terrain', terrainParams),
  ...inGroup('Terrain', stampParams),
  ...ruleParams,
  ...beyondParams,
  ...inGroup('Snowfall, wind and tide', fadingParams),
  ...inGroup('Snowfall, wind and tide', snowCoverParams),
  ...inGroup('What sticks', stickingParams),
  ...inGroup('Weight that it carries', soilParams),
  ...inGroup('Appearance', lookParams),
  ...inGroup('Spray', sprayParams),
} as const satisfies ParamTable;

/** The parameters of a ground, with defaults filled in. */
export type GroundParams = ParamValues<typeof groundParams>;
/** The parameters as a scene or a program gives them. All are optional. */
export type GroundInput = ParamInput<typeof groundParams>;
