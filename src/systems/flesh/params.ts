import type { ParamInput, ParamTable, ParamValues } from '../params.ts';
import { referenceParams } from '../reference-params.ts';
import { fleshMaterialNames } from './materials.ts';

/** Parameters of flesh. A parameter without a default takes the material's value. */
export const fleshParams = {
  actor: {
    flag: false,
    type: 'text',
    refersTo: 'actor',
    expected: 'the name of an actor',
    words: 'Whose flesh it is. When absent: the only character there is.',
  },
  joints: {
    flag: 'flesh',
    orAll: true,
    type: 'texts',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    words:
      'The part: all vertices that these joints move, and rigid parts that are called like them or ride on them; what rides on a joint further down is no part. Separate bodies are a part each. When absent: the whole figure.',
  },
  surfaces: {
    group: 'What it is made of',
    type: 'texts',
    expected: 'the name of a surface',
    words: 'Only vertices of these surfaces belong to it. When absent: of all.',
  },
  mask: {
    advanced: true,
    type: 'text',
    refersTo: 'file',
    expected: 'a file name, relative to the scene',
    words: 'A file with a painted weight of every vertex, which multiplies those of the joints.',
  },
  threshold: {
    group: 'What it is made of',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    open: true,
    default: 0.5,
    words: 'A vertex belongs to the part when the weights of its joints together reach this.',
  },
  bone: {
    group: 'What it is made of',
    type: 'text',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    words:
      'The joint that carries the part. Of several bodies it carries those that it moves. When absent: for each body the joint that moves most of it.',
  },
  coreRadius: {
    group: 'What it is made of',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    words:
      'Radius of the bones inside, which hold the flesh; 0 for none, so that only the seams to the rest of the body hold it. When absent: a share of the flesh around them.',
  },
  core: {
    advanced: true,
    type: 'text',
    refersTo: 'file',
    expected: 'a file name, relative to the scene',
    words:
      'A closed surface (.obj, .stl, .ply) that stands for the bone, in the units of the character, instead of a radius.',
  },
  mesh: {
    advanced: true,
    type: 'text',
    refersTo: 'file',
    expected: 'a file name, relative to the scene',
    words:
      'A tetrahedral mesh of the part (.msh, .mesh, .vol, .vtk, .inp, .node) in the units of the character, instead of our own. Its group "fixed" is held to the bone.',
  },
  free: {
    group: 'What it is made of',
    type: 'flag',
    default: false,
    words:
      'Nothing holds it: a soft body that its actor carries as a whole, so that only turning and spinning shake it.',
  },
  elements: {
    group: 'What it is made of',
    type: 'integer',
    unit: '',
    min: 50,
    max: 200000,
    default: 5000,
    words:
      'Approximate number of tetrahedra that fill it; of several bodies, the largest. More are more exact and take longer to prepare.',
  },
  modes: {
    group: 'What it is made of',
    type: 'integer',
    unit: '',
    min: 1,
    max: 60,
    default: 12,
    words: 'How many shapes it can take. Each costs a little on every frame.',
  },
  basis: {
    group: 'What it is made of',
    type: 'choice',
    choices: ['ritz', 'eigenmodes', 'eigenmodes+residuals'],
    default: 'ritz',
    words:
      'Which shapes: those that motion of the bone brings about (ritz: the most exact for their number), the slowest vibrations (as in the paper), or these and what they miss at rest.',
  },
  material: {
    type: 'choice',
    choices: fleshMaterialNames,
    default: 'fat',
    words:
      'What it is made of: sets the four values below. fat suits soft parts of a person, belly is softer still, jelly wobbles for long; tail and ear are firm enough to hang on thin bones.',
  },
  stiffness: {
    type: 'number',
    unit: 'Pa',
    min: 0,
    max: 1e12,
    open: true,
    words:
      "Young's modulus: half of it swings 1.4 times as slow and twice as far. Fat 15000, muscle 40000, jelly 5000.",
  },
  poisson: {
    group: 'What it is made of',
    type: 'number',
    unit: '',
    min: 0,
    max: 0.49,
    words: "Poisson's ratio: how much it bulges sideways when pressed. Flesh 0.45; cork 0.",
  },
  density: {
    type: 'number',
    unit: 'kg/m³',
    min: 0,
    max: 1e5,
    open: true,
    words: 'Mass of a cubic metre. Heavier flesh swings slower and further. Water 1000.',
  },
  damping: {
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    words:
      'Damping ratio of its slowest swing, and of one three times as fast: 0.03 rings on, 0.1 swings a few times, 1 creeps back.',
  },
  halfLife: {
    advanced: true,
    type: 'number',
    unit: 's',
    min: 0,
    max: 1000,
    open: true,
    words: 'Time in which its slowest swing dies down to a half, instead of a damping ratio.',
  },
  gravity: {
    group: 'How it swings',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1000,
    default: 9.81,
    words: 'Gravity, along −Y. It sags, and begins settled.',
  },
  sagged: {
    group: 'How it swings',
    type: 'flag',
    default: false,
    words:
      'The shape in the file sags already: upright and at rest it stays as it is, and gravity shows where it is turned.',
  },
  strength: {
    group: 'How it swings',
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    default: 1,
    words: 'Scales everything that moves it: 1 is as in nature.',
  },
  maxAcceleration: {
    group: 'How it swings',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1e6,
    open: true,
    words:
      'Largest acceleration that it feels; the rest is cut off smoothly, and reported. When absent: there is none.',
  },
  limit: {
    group: 'How it swings',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    open: true,
    words:
      'Largest distance that it moves; what is below half of it is left alone, the rest bends toward it, and is reported. When absent: half the edge of a cube of its volume.',
  },
  gyroscopic: {
    group: 'How it swings',
    type: 'flag',
    default: false,
    words:
      'Adds what spin does to flesh that moves already: Coriolis forces, softening and stiffening. It shows above one turn a second.',
  },
  ...referenceParams,
  teleport: {
    group: 'How it swings',
    type: 'choice',
    choices: ['carry', 'reset'],
    default: 'carry',
    words:
      'What a jump of the character does, which is no motion: the flesh keeps its shape and swing, or begins anew, settled.',
  },
  loop: {
    group: 'How it swings',
    type: 'flag',
    default: false,
    words: 'Begins in the state that a repeating clip ends in, so that one period closes without a seam.',
  },
  rate: {
    advanced: true,
    type: 'integer',
    unit: '1/s',
    min: 24,
    max: 4000,
    default: 240,
    words: "How often a second the bone's motion is read. Independent of the frames that are written.",
  },
  paper: {
    advanced: true,
    type: 'flag',
    default: false,
    words:
      'As printed in the paper: its filter (eq. 19), whose error grows with the rate, and six inputs, without gravity and spin. 60 steps a second then look best.',
  },
} as const satisfies ParamTable;

/** The parameters of flesh, with defaults filled in. */
export type FleshParams = ParamValues<typeof fleshParams>;
/** Parameters as a scene or a program gives them: each may be omitted. */
export type FleshInput = ParamInput<typeof fleshParams>;
