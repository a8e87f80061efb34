import type { ParamTable } from '../../params.ts';

/** Parameters of ground that sticks to bodies. */
export const stickingParams = {
  stickingDepth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 0.05,
    default: 0,
    description:
      'Thickness of the ground that sticks to what was below its surface, such as mud on soles and shins. Wet ground sticks, dry ground does not, where a waterLevel or a wetnessMap says what is wet. Written into the files of characters. 2mm suits mud. 0: nothing sticks.',
  },
  stickingHalfLife: {
    type: 'number',
    unit: 's',
    min: 0.01,
    max: 1e9,
    description:
      'Time in which half of what sticks dries and falls off. It falls on the ground below. What is in the ground loses nothing. Needs stickingDepth. When absent: it stays.',
  },
} as const satisfies ParamTable;
