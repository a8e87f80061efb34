import type { ParamTable } from '../../params.ts';

/** Parameters of snow that builds up on bodies. */
export const snowCoverParams = {
  snowCover: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    default: 0,
    description:
      'Max thickness of the snow that builds up on what stands still, as snowfall falls: on upward sides under the open sky. It falls off when the body moves fast or tilts. Needs snowfall. 0: bodies stay bare.',
  },
  snowCoverSlope: {
    type: 'number',
    unit: 'rad',
    min: 0.01,
    max: 1.5,
    default: 0.9,
    description:
      'Steepest side of a body on which snow stays. Towards it, less stays. Dry snow about 40°, wet snow 60° and more.',
  },
} as const satisfies ParamTable;
