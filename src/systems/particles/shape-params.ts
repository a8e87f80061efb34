import { filePart, lengthPart, namePart, placePart, sharePart } from '../param-parts.ts';
import type { ListKind, ParamTable } from '../params.ts';

const name = {
  name: { ...namePart, required: true, words: 'What sources and keys call it.' },
} as const satisfies ParamTable;

const rotation = {
  rotation: {
    type: 'vector',
    length: 3,
    unit: 'rad',
    min: -6.2831854,
    max: 6.2831854,
    default: [0, 0, 0],
    words: 'Turned about x, then about y, then about z, about its middle.',
  },
} as const satisfies ParamTable;

const placed = {
  ...name,
  position: { ...placePart, words: 'Its middle.' },
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
    words: 'Thickness; 0 is flat.',
  },
} as const satisfies ParamTable;

const drawn = {
  part: {
    type: 'choice',
    choices: ['fill', 'outline'],
    default: 'fill',
    words: 'All of it, or its outlines only.',
  },
} as const satisfies ParamTable;

const solidPart = {
  type: 'choice',
  choices: ['volume', 'surface'],
  default: 'volume',
  words: 'All of it, or its surface only.',
} as const;

export const shapeKinds = {
  ball: {
    words: 'A ball.',
    fields: { ...placed, radius: { ...lengthPart, default: 0.5, words: 'Radius.' }, part: solidPart },
  },
  box: {
    words: 'A box.',
    fields: {
      ...placed,
      size: {
        type: 'vector',
        length: 3,
        unit: 'm',
        min: 0,
        max: 1e6,
        default: [1, 1, 1],
        words: 'Width, height, depth; one of them may be 0.',
      },
      part: solidPart,
    },
  },
  cylinder: {
    words: 'A cylinder, upright before it is turned: a bowl, a column.',
    fields: {
      ...placed,
      radius: { ...lengthPart, default: 0.5, words: 'Radius.' },
      height: { ...lengthPart, default: 1, words: 'Height.' },
      part: solidPart,
    },
  },
  disc: {
    words: 'A flat disc that faces +Z before it is turned.',
    fields: { ...flat, radius: { ...lengthPart, default: 0.5, words: 'Radius.' } },
  },
  polygon: {
    words: 'A polygon that faces +Z before it is turned.',
    fields: {
      ...flat,
      corners: {
        type: 'numbers',
        unit: 'm',
        min: -1e6,
        max: 1e6,
        words: 'x and y of its corners one after the other, at least three; they need not be in the middle.',
      },
      ...drawn,
    },
  },
  text: {
    words: 'Words set in a font.',
    fields: {
      ...flat,
      text: {
        type: 'text',
        expected: 'words',
        required: true,
        words: 'The words, at most 10 000 letters; \\n begins a new line.',
      },
      font: { ...filePart, words: 'The font: a .ttf, .otf or .woff file, relative to the scene.' },
      height: { ...lengthPart, default: 1, words: 'Height of a capital letter.' },
      align: {
        type: 'choice',
        choices: ['left', 'center', 'right'],
        default: 'center',
        words: 'How lines stand below each other.',
      },
      letterSpacing: {
        type: 'number',
        unit: '',
        min: -1,
        max: 10,
        default: 0,
        words: "Added between letters, as a share of the font's size.",
      },
      lineSpacing: {
        type: 'number',
        unit: '',
        min: 0,
        max: 10,
        default: 1,
        words: "Distance of lines, as a share of the font's own.",
      },
      ...drawn,
    },
  },
  drawing: {
    words: 'A drawing from an .svg file.',
    fields: {
      ...flat,
      file: { ...filePart, words: 'The drawing, an .svg file, relative to the scene.' },
      height: { ...lengthPart, default: 1, words: 'Height of all that is drawn.' },
      ...drawn,
    },
  },
  picture: {
    words: 'A picture, of which only what shows is filled, in its colours.',
    fields: {
      ...flat,
      file: { ...filePart, words: 'The picture, a .png or .jpg file, relative to the scene.' },
      height: { ...lengthPart, default: 1, words: 'Height of the whole picture.' },
      by: {
        type: 'choice',
        choices: ['alpha', 'brightness', 'darkness', 'all'],
        default: 'alpha',
        words: 'What shows: what is not transparent, what is bright, what is dark, or all of it.',
      },
      threshold: { ...sharePart, default: 0.05, words: 'What shows less than this is left out.' },
      weighted: {
        type: 'flag',
        default: false,
        words: 'Sets particles the denser the more shows, instead of evenly.',
      },
    },
  },
  heightMap: {
    words: 'A landscape from a picture, bright is high.',
    fields: {
      ...placed,
      file: { ...filePart, words: 'The picture, a .png file (8 or 16 bit), relative to the scene.' },
      size: {
        type: 'vector',
        length: 2,
        unit: 'm',
        min: 0,
        max: 1e6,
        open: true,
        default: [10, 10],
        words: 'Width (x) and depth (z); row 0 is far (−Z).',
      },
      height: {
        type: 'number',
        unit: 'm',
        min: 0,
        max: 1e6,
        default: 1,
        words: 'How far white stands above black; black is at the position.',
      },
    },
  },
  mesh: {
    words: 'A mesh from a file.',
    fields: {
      ...placed,
      file: { ...filePart, words: 'The mesh: an .obj, .stl, .ply or .glb file, relative to the scene.' },
      part: {
        type: 'choice',
        choices: ['surface', 'volume'],
        default: 'surface',
        words: 'Its surface, or all that it encloses.',
      },
      scale: {
        ...lengthPart,
        unit: '',
        words: 'Metres per unit of the file; 1 when absent, and no height is given.',
      },
      height: { ...lengthPart, words: 'Height, instead of a scale.' },
    },
  },
  points: {
    words: 'Points, each of them: particles take them in their order where a key says so.',
    fields: {
      ...name,
      position: { ...placePart, words: 'Where their own origin stands: added to their places.' },
      ...rotation,
      file: { ...filePart, required: false, words: 'A .ply file of points, with colours if it has them.' },
      coordinates: {
        type: 'numbers',
        unit: 'm',
        min: -1e6,
        max: 1e6,
        words: 'x, y and z of the points one after the other, instead of a file.',
      },
      scale: { ...lengthPart, unit: '', default: 1, words: 'Metres per unit of the file.' },
    },
  },
  actor: {
    words: 'The skin of a character, wherever it goes: particles ride on it.',
    fields: {
      ...name,
      actor: {
        type: 'text',
        refersTo: 'actor',
        expected: 'the name of an actor',
        words: 'Which. When absent: the only one there is.',
      },
      surfaces: {
        type: 'texts',
        expected: 'the name of a surface',
        words: 'Only these surfaces. When absent: all.',
      },
      offset: {
        type: 'number',
        unit: 'm',
        min: -1e3,
        max: 1e3,
        default: 0,
        words: 'Distance from the skin, outward.',
      },
    },
  },
} as const satisfies { readonly [kind: string]: ListKind };
