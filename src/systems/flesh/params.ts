import type { ParamInput, ParamTable, ParamValues } from '../params.ts';
import { referenceParams } from '../reference-params.ts';
import { fleshMaterialNames } from './materials.ts';

const touchingActor = {
  type: 'text',
  refersTo: 'carrier',
  orNone: true,
  expected: 'the name of an actor',
  description: 'The actor that touches the flesh. When absent: the character itself.',
} as const;

const touchingJoint = {
  type: 'text',
  orIndex: true,
  expected: 'the name of a joint or the number of its node',
  description: 'The joint to which it is fixed. When absent: the object itself, if it has no joints.',
} as const;

const friction = {
  type: 'number',
  unit: '',
  min: 0,
  max: 10,
  default: 0.3,
  description:
    'Coefficient of friction between it and the flesh. 0 slides freely; 0.3 is dry skin on cloth, above 1 sticks.',
} as const;

/** Parameters of flesh. A parameter without a default takes the material's value. */
export const fleshParams = {
  actor: {
    flag: false,
    type: 'text',
    refersTo: 'actor',
    expected: 'the name of an actor',
    description: 'The character that has the flesh. When absent: the only character of the scene.',
  },
  joints: {
    flag: 'flesh',
    orAll: true,
    type: 'texts',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    description:
      'The region that becomes flesh: all vertices that these joints move, and rigid parts that are named like these joints or fixed to them. A rigid part that is fixed to a joint further down is not included. Each separate body is a part of its own. When absent: the whole character.',
  },
  eachJoint: {
    advanced: true,
    type: 'flag',
    default: false,
    description:
      'Each of the joints carries a part of its own: two thighs, which can touch each other (touchedBy "parts"). Each has the number of elements that is given.',
  },
  surfaces: {
    group: 'Body and material',
    type: 'texts',
    expected: 'the name of a surface',
    description: 'Only vertices of these surfaces belong to it. When absent: vertices of all surfaces.',
  },
  mask: {
    advanced: true,
    type: 'text',
    refersTo: 'file',
    expected: 'a file name, relative to the scene',
    description: 'A file with a painted weight for each vertex, which multiplies the weights of the joints.',
  },
  threshold: {
    group: 'Body and material',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    open: true,
    default: 0.5,
    description: 'A vertex belongs to the part if the sum of the weights of its joints reaches this value.',
  },
  bone: {
    group: 'Body and material',
    type: 'text',
    refersTo: 'joint',
    orIndex: true,
    expected: 'the name of a joint or the number of its node',
    description:
      'The joint that carries the part. If there are several bodies, it carries those that it moves. When absent: for each body, the joint that moves the largest part of it.',
  },
  coreRadius: {
    group: 'Body and material',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    description:
      'Radius of the bones inside, which hold the flesh. With 0 there are no bones, and only the boundary to the rest of the body holds it. When absent: a fraction of the thickness of the flesh around them.',
  },
  core: {
    advanced: true,
    type: 'text',
    refersTo: 'file',
    expected: 'a file name, relative to the scene',
    description:
      'A closed surface (.obj, .stl, .ply) that replaces the bone of a given radius. In the units of the character.',
  },
  mesh: {
    advanced: true,
    type: 'text',
    refersTo: 'file',
    expected: 'a file name, relative to the scene',
    description:
      'A tetrahedral mesh of the part (.msh, .mesh, .vol, .vtk, .inp, .node) in the units of the character, instead of a generated one. Its group "fixed" is attached to the bone.',
  },
  free: {
    group: 'Body and material',
    type: 'flag',
    default: false,
    description:
      'True for a soft body that nothing holds. Its actor moves it as a whole, so only rotation and angular acceleration deform it.',
  },
  elements: {
    group: 'Body and material',
    type: 'integer',
    unit: '',
    min: 50,
    max: 200000,
    default: 5000,
    description:
      'Approximate number of tetrahedra. If there are several bodies, it applies to the largest. More elements are more accurate and take longer to prepare.',
  },
  modes: {
    group: 'Body and material',
    type: 'integer',
    unit: '',
    min: 1,
    max: 60,
    default: 12,
    description: 'Number of mode shapes. Each adds a small cost to every frame.',
  },
  normalModes: {
    advanced: true,
    type: 'numbers',
    unit: '',
    min: 1,
    max: 60,
    whole: true,
    description:
      'The shapes whose change of the normals is kept, counted from 1, for example those that twist. The light on live flesh then follows only these shapes, and each of the others takes half the memory on the graphics card. Normals of baked files are not affected. When absent: all shapes.',
  },
  basis: {
    group: 'Body and material',
    type: 'choice',
    choices: ['ritz', 'eigenmodes', 'eigenmodes+residuals'],
    default: 'ritz',
    description:
      'How the mode shapes are chosen. ritz: the shapes that motion of the bone excites, the most accurate for their number. eigenmodes: the slowest vibrations, as in the paper. eigenmodes+residuals: eigenmodes, and static corrections for what they miss.',
  },
  modalWarping: {
    group: 'Body and material',
    type: 'flag',
    default: false,
    description:
      'Rotates the flesh where it bends far, such as a tail or an ear, instead of stretching it. A bar that is bent by 60° then keeps its length and its volume within 6 %; otherwise it is 25 % longer. Applies to the six slowest shapes, for which 21 more shapes are drawn. Not with touchedBy.',
  },
  material: {
    type: 'choice',
    choices: fleshMaterialNames,
    default: 'fat',
    description:
      'Sets the four parameters below. fat suits soft parts of a person, belly is softer still, jelly vibrates for a long time; tail and ear are stiff enough to be held by thin bones.',
  },
  stiffness: {
    type: 'number',
    unit: 'Pa',
    min: 0,
    max: 1e12,
    open: true,
    keyable: true,
    description:
      "Young's modulus. Half the stiffness vibrates at 0.7 times the frequency and with twice the amplitude. Fat 15000, muscle 40000, jelly 5000.",
  },
  poisson: {
    group: 'Body and material',
    type: 'number',
    unit: '',
    min: 0,
    max: 0.49,
    description: "Poisson's ratio: how much it expands sideways when it is compressed. Flesh 0.45; cork 0.",
  },
  density: {
    type: 'number',
    unit: 'kg/m³',
    min: 0,
    max: 1e5,
    open: true,
    description:
      'Mass of a cubic metre. Heavier flesh vibrates more slowly and with a larger amplitude. Water 1000.',
  },
  damping: {
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    keyable: true,
    description:
      'Damping ratio of the lowest frequency, and of a frequency three times as high. 0.03 vibrates for a long time, 0.1 a few times, 1 returns without vibration.',
  },
  halfLife: {
    advanced: true,
    type: 'number',
    unit: 's',
    min: 0,
    max: 1000,
    open: true,
    keyable: true,
    description: 'Time in which the amplitude of the slowest vibration halves. Replaces the damping ratio.',
  },
  gravity: {
    group: 'Motion',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1000,
    default: 9.81,
    keyable: true,
    description: 'Gravity, along −Y. The flesh sags, and starts in static equilibrium.',
  },
  sagged: {
    group: 'Motion',
    type: 'flag',
    default: false,
    description:
      'True if the shape in the file already sags. While the character is upright and does not move, the shape stays unchanged; gravity shows only where the flesh is rotated.',
  },
  strength: {
    group: 'Motion',
    type: 'number',
    unit: '',
    min: 0,
    max: 100,
    default: 1,
    keyable: true,
    description: 'Scales all forces that move the flesh. 1 is physically correct.',
  },
  maxAcceleration: {
    group: 'Motion',
    type: 'number',
    unit: 'm/s²',
    min: 0,
    max: 1e6,
    open: true,
    keyable: true,
    description:
      'Maximum acceleration that acts on the flesh. Larger values are limited smoothly (with paper: clamped), and reported. When absent: no limit.',
  },
  maxDisplacement: {
    group: 'Motion',
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    open: true,
    keyable: true,
    description:
      'Maximum displacement, whatever moves or touches the flesh. Displacements below half of it are unchanged; larger ones approach it smoothly, and are reported. When absent: half the edge of a cube with the volume of the flesh.',
  },
  gyroscopic: {
    group: 'Motion',
    type: 'flag',
    default: false,
    description:
      'Adds the effects of rotation on flesh that is already in motion: Coriolis forces, softening and stiffening. They are visible above about one rotation per second.',
  },
  touchedBy: {
    advanced: true,
    type: 'list',
    expected: 'a body that touches it',
    tag: 'shape',
    description:
      'Rigid bodies that push the flesh aside and do not give way: a hand, a seat, a tool, the ground. No vertex is displaced beyond maxDisplacement, however deep a body is inside. The flesh follows with its shapes, so many shapes make a narrow dent.',
    kinds: {
      fitted: {
        description:
          'Boxes with rounded edges, fitted to the surface of an actor or to parts of it: a limb gives a capsule, a ball a ball, a bench a box. The report says how well they fit.',
        fields: {
          actor: touchingActor,
          joints: {
            type: 'texts',
            orIndex: true,
            expected: 'the name of a joint or the number of its node',
            description:
              'The joints whose surfaces touch the flesh, with all joints below them. Each has a shape of its own. Points of the flesh that such a shape of the same character covers in the rest pose ignore it. When absent: all joints of the other actor.',
          },
          friction,
        },
      },
      capsule: {
        description: 'A capsule, or a ball, that is fixed to a joint.',
        fields: {
          actor: touchingActor,
          joint: touchingJoint,
          from: {
            type: 'vector',
            length: 3,
            unit: 'm',
            min: -100,
            max: 100,
            default: [0, 0, 0],
            description: 'One end of its axis, along the axes of the joint.',
          },
          to: {
            type: 'vector',
            length: 3,
            unit: 'm',
            min: -100,
            max: 100,
            default: [0, 0, 0],
            description: 'The other end of its axis. When equal to `from`, the capsule is a ball.',
          },
          radius: {
            type: 'number',
            unit: 'm',
            min: 0,
            max: 100,
            open: true,
            default: 0.01,
            description: 'Radius of the capsule.',
          },
          friction,
        },
      },
      box: {
        description: 'A box that is fixed to a joint.',
        fields: {
          actor: touchingActor,
          joint: touchingJoint,
          center: {
            type: 'vector',
            length: 3,
            unit: 'm',
            min: -100,
            max: 100,
            default: [0, 0, 0],
            description: 'Its middle, along the axes of the joint.',
          },
          size: {
            type: 'vector',
            length: 3,
            unit: 'm',
            min: 0,
            max: 1000,
            open: true,
            default: [0.1, 0.1, 0.1],
            description: 'The lengths of its edges, along the axes of the joint.',
          },
          friction,
        },
      },
      parts: {
        description:
          'The other parts of this flesh, where it has several: thigh against thigh. Both give way by their compliances. Points that are at the other part in the rest pose ignore it.',
        fields: { friction },
      },
      ground: {
        description: 'The surface of a ground of the scene before anything has pressed it.',
        fields: {
          ground: {
            type: 'text',
            expected: 'the name of a ground',
            description: 'The ground. When absent: the only one of the scene.',
          },
          friction,
        },
      },
    },
  },
  ...referenceParams,
  teleport: {
    group: 'Motion',
    type: 'choice',
    choices: ['carry', 'reset'],
    default: 'carry',
    description:
      'What happens when the character jumps to another position, which counts as no motion. carry: the flesh keeps its shape and its vibration. reset: it starts again in static equilibrium.',
  },
  loop: {
    group: 'Motion',
    type: 'flag',
    default: false,
    description:
      'Starts in the state in which a repeating clip ends, so that the clip loops without a visible jump.',
  },
  rate: {
    advanced: true,
    type: 'integer',
    unit: '1/s',
    min: 24,
    max: 4000,
    default: 240,
    description:
      'How many times per second the motion of the bone is sampled. Independent of the frame rate of the output.',
  },
  paper: {
    advanced: true,
    type: 'flag',
    default: false,
    description:
      "Uses the paper's forces and filter (eq. 14 to 19), for comparison: forces from differences of the bone's velocity, without gravity and centripetal acceleration, clamped at maxAcceleration; and a filter whose error grows with the rate, so use 60 steps per second. Only the sign of the force is corrected, since as printed flesh would lead the bone. The shapes are the paper's with the basis eigenmodes.",
  },
} as const satisfies ParamTable;

/** The parameters of flesh, with defaults filled in. */
export type FleshParams = ParamValues<typeof fleshParams>;
/** Parameters as a scene or a program gives them: each may be omitted. */
export type FleshInput = ParamInput<typeof fleshParams>;
