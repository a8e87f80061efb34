import { colorPart, filePart, fractionPart, lengthPart, positionPart } from '../param-parts.ts';
import type { ListEntry, ParamInput, ParamTable, ParamValues } from '../params.ts';
import { referenceParams } from '../reference-params.ts';
import { furForceKinds } from './force-params.ts';
import { topologyKinds } from './topology/topology.ts';

const mapPart = { ...filePart, required: false } as const;

/** Parameters of fur. A parameter without a default takes the coat's value. */
export const furParams = {
  actor: {
    flag: false,
    group: 'Location',
    type: 'text',
    refersTo: 'actor',
    orNone: true,
    expected: 'the name of an actor',
    description: 'The character or object on which the fur grows. When absent: a patch of ground of its own.',
  },
  surfaces: {
    group: 'Location',
    type: 'texts',
    expected: 'the name of a surface',
    description: 'Only these surfaces of the actor. When absent: all surfaces.',
  },
  joints: {
    group: 'Location',
    type: 'texts',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    description: 'Only where these joints move the skin. When absent: everywhere.',
  },
  except: {
    group: 'Location',
    type: 'texts',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    description: 'Excludes the skin that these joints move, such as paws or a muzzle.',
  },
  size: {
    group: 'Location',
    type: 'vector',
    length: 2,
    unit: 'm',
    min: 0,
    max: 1e4,
    open: true,
    default: [2, 2],
    description: 'Size of the patch of ground, along x and z.',
  },
  center: {
    group: 'Location',
    ...positionPart,
    description:
      'Centre of the patch. The patch lies on the grounds of the scene (see `reads`); y counts outside of their boundaries.',
  },
  spacing: {
    group: 'Location',
    ...lengthPart,
    default: 0.05,
    description:
      'Distance between the simulated strands of a patch. The blades between them are interpolated.',
  },
  boundaryWidth: {
    advanced: true,
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1e3,
    description:
      'Width of the boundary in which a patch thins out irregularly. With 0 it ends sharply. When absent: five times the length of the fur, at most a fifth of the patch size.',
  },
  coat: {
    flag: 'fur',
    type: 'choice',
    choices: ['auto', 'grass', 'fox', 'dog', 'elephant'],
    default: 'auto',
    description:
      'Appearance and stiffness: sets the parameters below that are absent. auto is grass on a patch and fox on an actor.',
  },
  length: {
    ...lengthPart,
    description:
      'Distance of the outermost shell from the skin, unless a map scales it. When absent: the value of the coat.',
  },
  tile: {
    group: 'Appearance',
    ...lengthPart,
    description:
      'Side length of the tile of blades that repeats over the skin. When absent: the value of the coat, scaled with the length.',
  },
  layerCount: {
    group: 'Appearance',
    type: 'integer',
    unit: '',
    min: 12,
    max: 128,
    description:
      'Number of shells. More shells look smoother and are slower to draw. When absent: the value of the coat.',
  },
  texels: {
    group: 'Appearance',
    type: 'integer',
    unit: '',
    min: 16,
    max: 1024,
    description: 'Texels across a tile; a power of two. When absent: the value of the coat.',
  },
  density: { ...fractionPart, default: 1, description: 'Fraction of the blades that exist.' },
  rootColor: {
    ...colorPart,
    description:
      'Colour at the root: red, green, blue from 0 to 1 (sRGB). When absent: the value of the coat.',
  },
  tipColor: {
    ...colorPart,
    description:
      'Colour at the tip: red, green, blue from 0 to 1 (sRGB). When absent: the value of the coat.',
  },
  colorFrom: {
    group: 'Appearance',
    type: 'choice',
    choices: ['auto', 'coat', 'skin'],
    default: 'auto',
    description:
      'Source of the colours. coat: the colours of the coat alone. skin: the colours of the skin (its picture or its vertices), which the coat makes darker and lighter. auto: skin if it has colours, else coat.',
  },
  gloss: {
    group: 'Appearance',
    ...fractionPart,
    description: 'Brightness of the highlights along the strands. When absent: the value of the coat.',
  },
  translucency: {
    group: 'Appearance',
    ...fractionPart,
    description:
      'Brightness of the light that passes through strands between the lamp and the eye. When absent: the value of the coat.',
  },
  selfShadow: {
    group: 'Appearance',
    ...fractionPart,
    description:
      'How dark the strands are near the skin, where other strands shade them. When absent: the value of the coat.',
  },
  variation: {
    advanced: true,
    ...fractionPart,
    description: 'How much the colour varies between regions. When absent: 0.5 on a patch of ground, else 0.',
  },
  lengthVariation: {
    advanced: true,
    ...fractionPart,
    default: 0,
    description:
      'Maximum fraction by which strands are shortened. It varies between regions, as in tufts of grass.',
  },
  tiltVariation: {
    advanced: true,
    type: 'number',
    unit: 'rad',
    min: 0,
    max: 1,
    default: 0,
    description:
      'Maximum angle by which the strands of a region lean in a direction of their own. At most `maxCombAngle` and `maxLean`.',
  },
  wetness: {
    ...fractionPart,
    default: 0,
    description: '0 is dry, 1 is soaked. Wet fur forms clumps, and is darker and heavier.',
  },
  stickingMass: {
    group: 'Motion',
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    default: 0,
    description:
      'Mass of what a ground leaves on the strands of a character, such as mud or snow, as a multiple of their own mass, where the skin is covered completely. Such strands hang down. Needs a ground with `stickingDepth` (see `reads`). 0: strands stay as they are.',
  },
  shading: {
    group: 'Appearance',
    type: 'choice',
    choices: ['structure', 'color', 'shadow', 'shaded'],
    default: 'shaded',
    description: 'How much shading is applied: the four pictures of figure 2 of the paper.',
  },
  lengthMap: {
    group: 'Appearance',
    ...mapPart,
    description: 'A picture (.png, .jpg) over the skin. Its brightness is the fraction of the length.',
  },
  densityMap: {
    group: 'Appearance',
    ...mapPart,
    description:
      'A picture (.png, .jpg) over the skin. Its brightness is the fraction of the blades that exist.',
  },
  colorMap: {
    group: 'Appearance',
    ...mapPart,
    description:
      'A picture over the skin. Its colours multiply those of the coat, instead of the colours of the skin.',
  },
  combMap: {
    group: 'Appearance',
    ...mapPart,
    description:
      'A picture over the skin with the direction in which strands lie: red along u and green along v. Middle grey (128) is upright.',
  },
  comb: {
    group: 'Appearance',
    type: 'vector',
    length: 3,
    unit: '',
    min: -1,
    max: 1,
    description:
      'Direction in which strands lie, in world axes with the actor in its rest pose. A vector of length 1 lies as flat as `maxCombAngle` allows.',
  },
  maxCombAngle: {
    group: 'Appearance',
    type: 'number',
    unit: 'rad',
    min: 0,
    max: 1.5,
    default: 1,
    description: 'Maximum angle between a combed strand and the normal of the skin.',
  },
  fins: {
    group: 'Appearance',
    type: 'flag',
    default: true,
    description: 'Draws fins at the silhouette, where the shells are seen from the side.',
  },
  shadows: {
    group: 'Appearance',
    type: 'flag',
    default: true,
    description: 'Whether the fur casts shadows of its own shape.',
  },
  topology: {
    advanced: true,
    type: 'choice',
    choices: topologyKinds,
    default: 'sticks',
    description:
      'Arrangement of the springs. sticks: one strand at each vertex. prisms: these strands, connected to their neighbours. separable: separate strands for each triangle, so that the fur can part.',
  },
  solver: {
    advanced: true,
    type: 'choice',
    choices: ['implicit', 'explicit'],
    default: 'implicit',
    description:
      'Time integration. implicit is stable for every stiffness. explicit is faster where it is stable.',
  },
  substeps: {
    advanced: true,
    type: 'integer',
    unit: '',
    min: 1,
    max: 64,
    default: 1,
    description: 'Solver steps within one simulation step.',
  },
  frequency: {
    group: 'Motion',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 200,
    open: true,
    keyable: true,
    description: 'Natural frequency of a strand, for small deflections. When absent: the value of the coat.',
  },
  damping: {
    group: 'Motion',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1e4,
    keyable: true,
    description:
      'Damping of the motion of a strand relative to the skin. After 2/damping seconds an oscillation has 37 % of its amplitude. When absent: the value of the coat.',
  },
  restStiffness: {
    group: 'Motion',
    ...fractionPart,
    default: 0.1,
    keyable: true,
    description: 'Fraction of the restoring force that does not vanish near the rest shape (β).',
  },
  maxLean: {
    group: 'Motion',
    type: 'number',
    unit: 'rad',
    min: 0.05,
    max: 1.56,
    default: 1.4835,
    description: 'Maximum angle between a strand and the normal of the skin.',
  },
  spring: {
    advanced: true,
    type: 'number',
    unit: 'N/m',
    min: 0,
    max: 1e9,
    open: true,
    keyable: true,
    description:
      'Stiffness of the spring from root to tip, for a strand of 1 kg. When absent: stiff enough to keep the length of strands.',
  },
  edgeSpring: {
    advanced: true,
    type: 'number',
    unit: 'N/m',
    min: 0,
    max: 1e9,
    keyable: true,
    description:
      'Stiffness of the springs between tips, with the topology prisms. When absent: a fraction of the stiffness that holds a strand upright.',
  },
  gravity: {
    group: 'Motion',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1000,
    keyable: true,
    description:
      'Gravity, along −Y. When absent: the value of the coat, with which the fur stays as upright as it should be.',
  },
  airDrag: {
    group: 'Motion',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 1e4,
    keyable: true,
    description:
      'How fast still air stops a strand, and how strongly wind acts on it. When absent: the value of the coat.',
  },
  forces: {
    group: 'Motion',
    type: 'list',
    expected: 'a force',
    tag: 'force',
    kinds: furForceKinds,
    description: 'Wind and other forces.',
  },
  collide: {
    group: 'Motion',
    type: 'flag',
    default: true,
    description: 'Whether actors push the fur aside and tread on it. `actors` names them.',
  },
  treadHalfLife: {
    group: 'Motion',
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e6,
    default: 20,
    keyable: true,
    description: 'Time in which half of the trodden fur stands up again. With 0 it stands up at once.',
  },
  treadSpread: {
    advanced: true,
    type: 'number',
    unit: '',
    min: 0,
    max: 4,
    default: 0,
    description:
      'Distance up to which trodden strands press down those beside them, as a multiple of their length. With 0, only strands that a body touches are trodden.',
  },
  bend: {
    advanced: true,
    type: 'choice',
    choices: ['arc', 'literal', 'tangential'],
    default: 'arc',
    description:
      'Shape of a bent strand between root and tip. arc: part of a circle, which keeps the length. literal: eq. 4 of the paper. tangential: only the part of eq. 4 along the skin.',
  },
  exponent: {
    advanced: true,
    type: 'number',
    unit: '',
    min: 1,
    max: 16,
    default: 2,
    description: 'k of eq. 4: how much the bending concentrates at the tip.',
  },
  ...referenceParams,
  teleport: {
    advanced: true,
    type: 'choice',
    choices: ['carry', 'reset'],
    default: 'carry',
    description:
      'What happens when the actor jumps to another position, which counts as no motion. carry: the strands keep their shape. reset: they start again in static equilibrium.',
  },
  loop: {
    advanced: true,
    type: 'flag',
    default: false,
    description:
      'Starts in the state in which a repeating clip ends, so that the clip loops without a visible jump.',
  },
  strandCount: {
    advanced: true,
    type: 'integer',
    unit: '',
    min: 1,
    max: 1_000_000,
    default: 6000,
    description: 'Number of strands in files with curves or cards.',
  },
  rate: {
    advanced: true,
    type: 'integer',
    unit: '1/s',
    min: 10,
    max: 2000,
    default: 120,
    description: 'Steps per second.',
  },
  paper: {
    advanced: true,
    type: 'flag',
    default: false,
    description:
      'Follows the paper literally: eq. 4 and 5 as printed, without the correction that keeps strands above the skin.',
  },
} as const satisfies ParamTable;

/** The parameters of fur, with defaults filled in. */
export type FurParams = ParamValues<typeof furParams>;
/** Parameters as a scene or a program gives them: each parameter may be omitted. */
export type FurInput = ParamInput<typeof furParams>;
/** The parameters of one force on fur, with defaults filled in. */
export type FurForceParams = ListEntry<(typeof furParams)['forces']>;
