import type { ParamTable } from '../../params.ts';

/** Parameters of the cracks of dried mud. They are off by default. */
export const crackParams = {
  crackSpacing: {
    type: 'number',
    unit: 'm',
    min: 0.01,
    max: 100,
    description:
      'Mean size of the polygons between the cracks of dried ground: the square root of their mean area. About ten times the thickness of the layer that dried. Cracks are part of the untouched ground, so feet press them shut. When absent: no cracks.',
  },
  crackWidth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 10,
    open: true,
    description:
      'Mean width of the wide cracks at the top. Those between them have 0.6 of it. At least two cells, so that no crack has gaps. Needs crackSpacing. When absent: 0.08 of it.',
  },
  crackDepth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 10,
    open: true,
    description:
      'Depth of the wide cracks. Those between them have 0.7 of it. Needs crackSpacing. When absent: 0.1 of it.',
  },
} as const satisfies ParamTable;
