import { filePart, fractionPart, lengthPart, namePart, positionPart } from '../param-parts.ts';
import type { ListKind, ParamTable } from '../params.ts';

const name = {
  name: { ...namePart, required: true, description: 'Name for sources and keys.' },
} as const satisfies ParamTable;

const rotation = {
  rotation: {
    type: 'vector',
    length: 3,
    unit: 'rad',
    min: -6.2831854,
    max: 6.2831854,
    default: [0, 0, 0],
    description: 'Rotation about x, then about y, then about z, about the centre of the shape.',
  },
} as const satisfies ParamTable;

const placed = {
  ...name,
  position: { ...positionPart, description: 'Position of its centre.' },
  ...rotation,
} as const satisfies ParamTable;

/** A drawing is upright and faces +Z before it is rotated. */
const flat = {
  ...placed,
  depth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e6,
    default: 0,
    description: 'Thickness; 0 is flat.',
  },
} as const satisfies ParamTable;

const drawn = {
  part: {
    type: 'choice',
    choices: ['fill', 'outline'],
    default: 'fill',
    description: 'The whole area, or only its outlines.',
  },
} as const satisfies ParamTable;

const solidPart = {
  type: 'choice',
  choices: ['volume', 'surface'],
  default: 'volume',
  description: 'The whole volume, or only its surface.',
} as const;

export const shapeKinds = {
  ball: {
    description: 'A ball.',
    fields: { ...placed, radius: { ...lengthPart, default: 0.5, description: 'Radius.' }, part: solidPart },
  },
  box: {
    description: 'A box.',
    fields: {
      ...placed,
      size: {
        type: 'vector',
        length: 3,
        unit: 'm',
        min: 0,
        max: 1e6,
        default: [1, 1, 1],
        description: 'Width, height, depth. One of them may be 0.',
      },
      part: solidPart,
    },
  },
  cylinder: {
    description: 'A cylinder, upright before it is rotated: a bowl, a column.',
    fields: {
      ...placed,
      radius: { ...lengthPart, default: 0.5, description: 'Radius.' },
      height: { ...lengthPart, default: 1, description: 'Height.' },
      part: solidPart,
    },
  },
  disc: {
    description: 'A flat disc that faces +Z before it is rotated.',
    fields: { ...flat, radius: { ...lengthPart, default: 0.5, description: 'Radius.' } },
  },
  polygon: {
    description: 'A polygon that faces +Z before it is rotated.',
    fields: {
      ...flat,
      corners: {
        type: 'numbers',
        unit: 'm',
        min: -1e6,
        max: 1e6,
        description:
          'x and y of each corner, at least three corners. They are relative to the position of the shape.',
      },
      ...drawn,
    },
  },
  text: {
    description: 'Text in a font.',
    fields: {
      ...flat,
      text: {
        type: 'text',
        expected: 'a text',
        required: true,
        description: 'The text, at most 10 000 characters; \\n begins a new line.',
      },
      font: { ...filePart, description: 'The font: a .ttf, .otf or .woff file, relative to the scene.' },
      height: { ...lengthPart, default: 1, description: 'Height of a capital letter.' },
      align: {
        type: 'choice',
        choices: ['left', 'center', 'right'],
        default: 'center',
        description: 'Alignment of lines of text.',
      },
      letterSpacing: {
        type: 'number',
        unit: '',
        min: -1,
        max: 10,
        default: 0,
        description: 'Space that is added between letters, as a fraction of the font size.',
      },
      lineSpacing: {
        type: 'number',
        unit: '',
        min: 0,
        max: 10,
        default: 1,
        description: 'Line spacing, as a multiple of that of the font.',
      },
      ...drawn,
    },
  },
  drawing: {
    description: 'A drawing from an .svg file.',
    fields: {
      ...flat,
      file: { ...filePart, description: 'The drawing, an .svg file, relative to the scene.' },
      height: { ...lengthPart, default: 1, description: 'Height of the whole drawing.' },
      ...drawn,
    },
  },
  picture: {
    description: 'A picture. Its visible pixels are filled, in their colours.',
    fields: {
      ...flat,
      file: { ...filePart, description: 'The picture, a .png or .jpg file, relative to the scene.' },
      height: { ...lengthPart, default: 1, description: 'Height of the whole picture.' },
      by: {
        type: 'choice',
        choices: ['alpha', 'brightness', 'darkness', 'all'],
        default: 'alpha',
        description:
          'Which pixels are visible: those that are not transparent, the bright ones, the dark ones, or all.',
      },
      threshold: {
        ...fractionPart,
        default: 0.05,
        description: 'Pixels with a lower visibility than this are ignored.',
      },
      weighted: {
        type: 'flag',
        default: false,
        description:
          'True: the density of particles is proportional to the visibility. False: it is uniform.',
      },
    },
  },
  heightMap: {
    description: 'A terrain from a picture: bright is high.',
    fields: {
      ...placed,
      file: { ...filePart, description: 'The picture, a .png file (8 or 16 bit), relative to the scene.' },
      size: {
        type: 'vector',
        length: 2,
        unit: 'm',
        min: 0,
        max: 1e6,
        open: true,
        default: [10, 10],
        description: 'Width (x) and depth (z). Row 0 is far (−Z).',
      },
      height: {
        type: 'number',
        unit: 'm',
        min: 0,
        max: 1e6,
        default: 1,
        description: 'Height of white above black. Black is at the position.',
      },
    },
  },
  mesh: {
    description: 'A mesh from a file.',
    fields: {
      ...placed,
      file: {
        ...filePart,
        description: 'The mesh: an .obj, .stl, .ply or .glb file, relative to the scene.',
      },
      part: {
        type: 'choice',
        choices: ['surface', 'volume'],
        default: 'surface',
        description: 'Its surface, or the volume that it encloses.',
      },
      scale: {
        ...lengthPart,
        unit: '',
        description: 'Metres per unit of the file. When absent, and without a height: 1.',
      },
      height: { ...lengthPart, description: 'Height in metres, instead of a scale.' },
    },
  },
  points: {
    description: 'A list of points. Particles can take them in their order, see `assign` of keys.',
    fields: {
      ...name,
      position: { ...positionPart, description: 'Position of their origin, added to their coordinates.' },
      ...rotation,
      file: {
        ...filePart,
        required: false,
        description: 'A .ply file of points, with colours if it has them.',
      },
      coordinates: {
        type: 'numbers',
        unit: 'm',
        min: -1e6,
        max: 1e6,
        description: 'x, y and z of each point, instead of a file.',
      },
      scale: { ...lengthPart, unit: '', default: 1, description: 'Metres per unit of the file.' },
    },
  },
  actor: {
    description: 'The skin of a character while it moves. Particles move with it.',
    fields: {
      ...name,
      actor: {
        type: 'text',
        refersTo: 'actor',
        expected: 'the name of an actor',
        description: 'The actor. When absent: the only actor of the scene.',
      },
      surfaces: {
        type: 'texts',
        expected: 'the name of a surface',
        description: 'Only these surfaces. When absent: all surfaces.',
      },
      offset: {
        type: 'number',
        unit: 'm',
        min: -1e3,
        max: 1e3,
        default: 0,
        description: 'Distance from the skin, outward.',
      },
    },
  },
} as const satisfies { readonly [kind: string]: ListKind };
