import { colorPart, fractionPart } from '../param-parts.ts';
import type { ParamTable } from '../params.ts';

/** Parameters of the appearance of a ground. They change pictures and meshes, but neither the simulation nor its hash. */
export const lookParams = {
  color: {
    ...colorPart,
    flag: 'groundColor',
    description:
      'Colour of loose ground: red, green, blue from 0 to 1 (sRGB). When absent: that of the material.',
  },
  dampness: {
    ...fractionPart,
    description:
      'How wet the ground looks: 0 is dry, 1 is a film of water, darker and glossy. It does not change how the ground moves. When absent: sand 0, mud 0.55, snow 0.',
  },
  sparkle: {
    type: 'number',
    unit: '',
    min: 0,
    max: 4,
    description:
      'Brightness of single bright grains: 0 is none, 1 is fresh snow. When absent: that of the material.',
  },
  grain: {
    type: 'number',
    unit: '',
    min: 0,
    max: 4,
    description:
      'Strength of the visible grain, relative to the material: 0 is smooth, 1 is the material itself, above 1 is coarse.',
  },
  materialName: {
    type: 'text',
    expected: 'a name',
    description:
      'Name of the material in the written files, for the programs that open them. When absent: that of the material.',
  },
} as const satisfies ParamTable;
