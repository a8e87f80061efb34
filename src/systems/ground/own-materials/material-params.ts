import { fractionPart } from '../../param-parts.ts';
import type { NumberParam, ParamTable } from '../../params.ts';
import { groundParams } from '../params.ts';
import { materialNames } from '../rules/materials.ts';

const anglePart = {
  type: 'number',
  unit: 'rad',
  min: 0,
  max: 1.5533430342749532,
} as const satisfies Omit<NumberParam, 'description'>;
const densityPart = {
  type: 'number',
  unit: 'kg/m³',
  min: 0,
  max: 1e5,
  open: true,
} as const satisfies Omit<NumberParam, 'description'>;

/** Height of the walls for which the inside slope is computed, if a material gives none, m: the depth of a deep footprint. */
export const defaultWallHeight = 0.05;

/** What is measured of a material, in the units in which it is measured. `deriveMaterial` computes parameters of the ground from it. */
export const measuredParams = {
  reposeAngle: {
    ...anglePart,
    description:
      'Angle of repose: the slope of a poured heap. Sets outsideSlope. When absent: the friction angle, which equals it for loose, dry grains.',
  },
  avalancheAngle: {
    ...anglePart,
    description:
      'Angle of maximum stability: the slope at which a tilted surface begins to slide, one to ten degrees above the angle of repose. Sets liquidity: what is steeper slides within a step.',
  },
  frictionAngle: {
    ...anglePart,
    description:
      'Angle of internal friction, from a shear test. With cohesion and density it sets insideSlope: how steep the inner walls of a print stand.',
  },
  cohesion: {
    type: 'number',
    unit: 'Pa',
    min: 0,
    max: 1e9,
    description:
      'Cohesion, from a shear test: 0 for dry sand, about 1 kPa for moist sand, 5 to 50 kPa for clay. Needs frictionAngle and density. When absent: 0, so walls stand at the friction angle.',
  },
  density: {
    ...densityPart,
    description:
      'Bulk density before anything presses it: 1500 to 1700 for sand, 50 to 200 for fresh snow. Needs cohesion or compactedDensity.',
  },
  wallHeight: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    open: true,
    description: `Height of the walls for which insideSlope is computed, since low walls stand steeper. Needs cohesion. When absent: ${defaultWallHeight} m.`,
  },
  compactionFraction: {
    ...fractionPart,
    description:
      'Fraction of the volume of a print that is compacted: 1 − (volume of the ridge around a print) / (volume of the print). The rest is pushed aside. Sets displacedFraction.',
  },
  compactedDensity: {
    ...densityPart,
    description:
      'Bulk density when fully pressed. Needs density and looseLayer; together they set looseDepth.',
  },
  looseLayer: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    open: true,
    description:
      'Thickness of the layer that can be compacted, such as the depth of fresh snow. Needs compactedDensity.',
  },
} as const satisfies ParamTable;

/** Parameters of a ground that a material sets as they are. */
const ownNames = [
  'insideSlope',
  'outsideSlope',
  'roughness',
  'liquidity',
  'displacedFraction',
  'sinkage',
  'looseDepth',
  'cohesiveModulus',
  'frictionalModulus',
  'sinkageExponent',
  'shearDisplacement',
  'layerDepth',
  'compactedSlope',
  'wetSlope',
  'adhesion',
  'sprayTime',
  'sprayParticleSize',
  'spraySpeed',
  'sprayPower',
  'sprayJitter',
  'sprayDrag',
  'color',
  'dampness',
  'sparkle',
  'grain',
] as const satisfies readonly (keyof typeof groundParams)[];

/** The table of a material of one's own: its base, what is measured, and parameters of the ground. */
export const ownMaterialParams = {
  base: {
    type: 'text',
    expected: `${materialNames.map((name) => `"${name}"`).join(', ')}, or the name of another material of the scene`,
    description:
      'The material that it is like. It has the values that are not given here. When absent: "sand".',
  },
  ...measuredParams,
  ...(Object.fromEntries(ownNames.map((name) => [name, groundParams[name]])) as Pick<
    typeof groundParams,
    (typeof ownNames)[number]
  >),
} as const satisfies ParamTable;
