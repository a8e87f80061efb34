import { colorPart, filePart, lengthPart, placePart, sharePart } from '../param-parts.ts';
import type { ListEntry, ParamInput, ParamTable, ParamValues } from '../params.ts';
import { referenceParams } from '../reference-params.ts';
import { furForceKinds } from './force-params.ts';
import { topologyKinds } from './topology/topology.ts';

const mapPart = { ...filePart, required: false } as const;

/** Parameters of fur. A parameter without a default takes the coat's value. */
export const furParams = {
  actor: {
    flag: false,
    group: 'Where it grows',
    type: 'text',
    refersTo: 'actor',
    orNone: true,
    expected: 'the name of an actor',
    words: 'On whom or what it grows. When absent: on a patch of ground of its own.',
  },
  surfaces: {
    group: 'Where it grows',
    type: 'texts',
    expected: 'the name of a surface',
    words: 'Only these surfaces of the actor. When absent: all.',
  },
  joints: {
    group: 'Where it grows',
    type: 'texts',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    words: 'Only where these joints move the skin. When absent: everywhere.',
  },
  except: {
    group: 'Where it grows',
    type: 'texts',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    words: 'Not where these joints move the skin: paws, a muzzle.',
  },
  size: {
    group: 'Where it grows',
    type: 'vector',
    length: 2,
    unit: 'm',
    min: 0,
    max: 1e4,
    open: true,
    default: [2, 2],
    words: 'Of the patch of ground, along x and z.',
  },
  center: {
    group: 'Where it grows',
    ...placePart,
    words:
      'Middle of the patch. The patch stands on the grounds of the scene (see `reads`); y counts beyond their edges.',
  },
  spacing: {
    group: 'Where it grows',
    ...lengthPart,
    default: 0.05,
    words: 'Distance of the strands of the patch that are simulated; the blades between them follow.',
  },
  border: {
    advanced: true,
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e3,
    words:
      'Within this of its edge a patch thins out raggedly; 0 cuts it off. When absent: twice its length, at most an eighth of its size.',
  },
  coat: {
    flag: 'fur',
    type: 'choice',
    choices: ['auto', 'grass', 'fox', 'dog', 'elephant'],
    default: 'auto',
    words:
      'What it looks like and how stiff it is: sets what is left out below. auto is grass on a patch, fox on an actor.',
  },
  length: {
    ...lengthPart,
    words:
      "How far the uppermost shell is from the skin, where a map says nothing else. When absent: the coat's.",
  },
  tile: {
    group: 'How it looks',
    ...lengthPart,
    words: "Side of the tile of blades that repeats over the skin. When absent: the coat's, with its length.",
  },
  layers: {
    group: 'How it looks',
    type: 'integer',
    unit: '',
    min: 12,
    max: 128,
    words: "How many shells. More are smoother and slower to draw. When absent: the coat's.",
  },
  texels: {
    group: 'How it looks',
    type: 'integer',
    unit: '',
    min: 16,
    max: 1024,
    words: "Across a tile: a power of two. When absent: the coat's.",
  },
  density: { ...sharePart, default: 1, words: 'Share of the blades that are there.' },
  rootColor: { ...colorPart, words: "Red green blue from 0 to 1 as on a screen. When absent: the coat's." },
  tipColor: { ...colorPart, words: "When absent: the coat's." },
  colorFrom: {
    group: 'How it looks',
    type: 'choice',
    choices: ['auto', 'coat', 'skin'],
    default: 'auto',
    words:
      "Colours of the coat alone, or those of the skin (its picture or its vertices) that the coat makes darker and lighter. auto is the skin's where it has any.",
  },
  variation: {
    advanced: true,
    ...sharePart,
    words: 'How much colours drift from place to place. When absent: 0.5 on a patch of ground, else 0.',
  },
  wetness: { ...sharePart, default: 0, words: '0 dry, 1 soaked: locks, darker, and heavier.' },
  shading: {
    group: 'How it looks',
    type: 'choice',
    choices: ['structure', 'color', 'shadow', 'shaded'],
    default: 'shaded',
    words: 'How far colouring goes: the four pictures of figure 2 of the paper.',
  },
  lengthMap: {
    group: 'How it looks',
    ...mapPart,
    words: 'A picture (.png, .jpg) over the skin: brightness is the share of the length.',
  },
  densityMap: {
    group: 'How it looks',
    ...mapPart,
    words: 'The same for the share of the blades that are there.',
  },
  colorMap: {
    group: 'How it looks',
    ...mapPart,
    words: "A picture over the skin whose colours multiply those of the coat, instead of the skin's own.",
  },
  combMap: {
    group: 'How it looks',
    ...mapPart,
    words:
      'A picture over the skin: red and green are where strands lie, along u and v; middle grey (128) stands upright.',
  },
  comb: {
    group: 'How it looks',
    type: 'vector',
    length: 3,
    unit: '',
    min: -1,
    max: 1,
    words:
      'Where strands lie at rest, as a direction in the world with the actor at rest; length 1 lies flattest.',
  },
  flattest: {
    group: 'How it looks',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: 1.5,
    default: 1,
    words: 'How far from upright combed strands lie at most.',
  },
  fins: {
    group: 'How it looks',
    type: 'flag',
    default: true,
    words: 'Fins at the silhouette, where shells are seen from the side.',
  },
  shadows: {
    group: 'How it looks',
    type: 'flag',
    default: true,
    words: 'It casts shadows of its own shape.',
  },
  topology: {
    advanced: true,
    type: 'choice',
    choices: topologyKinds,
    default: 'sticks',
    words:
      'Which springs there are: a strand on each vertex (sticks), joined to its neighbours (prisms), or strands of their own for each triangle, so that it can part (separable).',
  },
  solver: {
    advanced: true,
    type: 'choice',
    choices: ['implicit', 'explicit'],
    default: 'implicit',
    words: 'Implicit is stable whatever the stiffness, explicit is faster where it is stable.',
  },
  substeps: {
    advanced: true,
    type: 'integer',
    unit: '',
    min: 1,
    max: 64,
    default: 1,
    words: 'Steps of the solver within one step.',
  },
  frequency: {
    group: 'How it moves',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 200,
    open: true,
    words: "How often a second a strand swings that was moved a little. When absent: the coat's.",
  },
  damping: {
    group: 'How it moves',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1e4,
    words:
      "How fast the skin's motion takes strands along: after 2/damping seconds a swing is down to 37 %. When absent: the coat's.",
  },
  restStiffness: {
    group: 'How it moves',
    ...sharePart,
    default: 0.1,
    words: 'Share of the force that restores which does not fade near rest (β).',
  },
  limit: {
    group: 'How it moves',
    type: 'number',
    unit: 'rad',
    min: 0.05,
    max: 1.56,
    default: 1.4835,
    words: "How far from its skin's normal a strand can lean.",
  },
  spring: {
    advanced: true,
    type: 'number',
    unit: 'N/m',
    min: 0,
    max: 1e9,
    open: true,
    words:
      'Stiffness of the spring from root to tip, for a strand of 1 kg. When absent: so stiff that strands keep their length.',
  },
  edgeSpring: {
    advanced: true,
    type: 'number',
    unit: 'N/m',
    min: 0,
    max: 1e9,
    words:
      'Stiffness of springs between tips, of prisms. When absent: a part of what holds a strand upright.',
  },
  gravity: {
    group: 'How it moves',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1000,
    words: "Along −Y. When absent: the coat's, which stands up as it should.",
  },
  air: {
    group: 'How it moves',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1e4,
    words: "How fast still air stops a strand, and wind takes hold of it. When absent: the coat's.",
  },
  forces: {
    group: 'How it moves',
    type: 'list',
    expected: 'a force',
    tag: 'force',
    kinds: furForceKinds,
    words: 'Winds and pushes.',
  },
  collide: {
    group: 'How it moves',
    type: 'flag',
    default: true,
    words: 'Actors part it, and tread on it. `actors` says which.',
  },
  treadHalfLife: {
    group: 'How it moves',
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e6,
    default: 20,
    words: 'Time in which half of what was trodden down stands up again; 0 is at once.',
  },
  bend: {
    advanced: true,
    type: 'choice',
    choices: ['arc', 'literal', 'tangential'],
    default: 'arc',
    words:
      'How a strand bends between root and tip: on a circle, which keeps its length; or as eq. 4 of the paper, as printed or its part along the skin.',
  },
  exponent: {
    advanced: true,
    type: 'number',
    unit: '',
    min: 1,
    max: 16,
    default: 2,
    words: 'k of eq. 4: how much the bend gathers at the tip.',
  },
  ...referenceParams,
  teleport: {
    advanced: true,
    type: 'choice',
    choices: ['carry', 'reset'],
    default: 'carry',
    words:
      'What a jump of the actor does, which is no motion: strands are carried along as they are, or start again in static equilibrium.',
  },
  loop: {
    advanced: true,
    type: 'flag',
    default: false,
    words: 'Begins in the state that a repeating clip ends in, so that one period closes without a seam.',
  },
  strands: {
    advanced: true,
    type: 'integer',
    unit: '',
    min: 1,
    max: 1_000_000,
    default: 6000,
    words: 'How many strands are written to files with curves or cards.',
  },
  rate: {
    advanced: true,
    type: 'integer',
    unit: '1/s',
    min: 10,
    max: 2000,
    default: 120,
    words: 'Steps a second.',
  },
  paper: {
    advanced: true,
    type: 'flag',
    default: false,
    words: 'As printed in the paper: eq. 4 and 5 to the letter, nothing that keeps strands above the skin.',
  },
} as const satisfies ParamTable;

/** The parameters of fur, with defaults filled in. */
export type FurParams = ParamValues<typeof furParams>;
/** Parameters as a scene or a program gives them: each may be omitted. */
export type FurInput = ParamInput<typeof furParams>;
/** The parameters of one force on fur, with defaults filled in. */
export type FurForceParams = ListEntry<(typeof furParams)['forces']>;
