import { mannequinBuildNames, mannequinBuilds } from '../files/bvh/mannequin/builds.ts';
import { colorPart, poseTime, positionPart } from '../systems/param-parts.ts';
import type { FieldTable } from './fields.ts';

/** The parameters of an actor. The table has the same form as those of the systems. */
export const actorParams = {
  name: {
    flag: false,
    type: 'text',
    expected: 'a name',
    description: 'Name for systems and reports. Unique. When absent: the file name without its extension.',
  },
  file: {
    flag: false,
    type: 'text',
    expected: 'a file name, relative to the scene',
    refersTo: 'file',
    description:
      'The character: a .glb or .gltf file, or a motion-capture recording (.bvh), relative to the scene file. Or an object: a mesh (.obj, .stl, .ply). Required, unless there is a box.',
  },
  box: {
    flag: false,
    type: 'vector',
    length: 3,
    unit: 'm',
    min: 0,
    max: 1000,
    open: true,
    description:
      'Width, height and depth of a box, instead of a file: a crate, a wall, a step. Its origin is its middle. Like every object it stays at its position, or follows keys, poses or a parent.',
  },
  clipFiles: {
    type: 'texts',
    expected: 'a file name, relative to the scene',
    refersTo: 'file',
    description:
      'Files with more clips for the character (.vrma for a VRM character; .glb, .gltf), which follow after those of its own file. A VRM animation is moved to the bones of the character, and its hips to its height. In other files, joints must have the same names and the same rest pose; their own axes and lengths may differ.',
  },
  clip: {
    type: 'text',
    orIndex: true,
    expected: 'the name of a clip in the file, or its number counted from 0',
    description:
      'The animation to play: its name, or its number counted from 0. When absent: the only one, else the one that looks most like a run or a walk. For a node in keys: the first one that moves it.',
  },
  clips: {
    type: 'list',
    expected: 'a clip',
    kinds: {
      one: {
        description: 'A clip of a sequence.',
        fields: {
          clip: {
            type: 'text',
            orIndex: true,
            expected: 'the name of a clip in the file, or its number counted from 0',
            required: true,
            description: 'The clip: its name, or its number counted from 0.',
          },
          start: {
            type: 'number',
            unit: 's',
            min: -1e5,
            max: 1e5,
            description:
              'Time at which it begins. Times ascend through the list. When absent: 0 for the first; otherwise such that it has faded in when the clip before it ends, which must not repeat.',
          },
          playSpeed: {
            type: 'number',
            unit: '',
            min: 0,
            max: 100,
            open: true,
            default: 1,
            description: 'Factor of its playing speed: 2 is twice as fast.',
          },
          loop: {
            type: 'flag',
            default: true,
            description:
              'Whether it repeats until the next one has faded in. Otherwise it is played once, and its last pose is held.',
          },
          blend: {
            type: 'number',
            unit: 's',
            min: 0,
            max: 1e4,
            default: 0.3,
            description:
              'Time in which the clip before it fades into this one, from its start on. With 0 the pose jumps.',
          },
          from: {
            type: 'number',
            unit: 's',
            min: 0,
            max: 1e5,
            description:
              'Start of the part that is played, in the time of the clip. When absent: its first key.',
          },
          to: {
            type: 'number',
            unit: 's',
            min: 0,
            max: 1e5,
            description: 'End of the part that is played. When absent: its last key.',
          },
        },
      },
    },
    description:
      'Clips that are played one after the other, instead of `clip`: once or repeated, at any speed, with blends. Each begins where the one before it has brought the character. Planted feet do not slide, also while clips fade into each other.',
  },
  path: {
    type: 'numbers',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    description:
      'World x and z of points on the ground, one after the other: the character walks along the path through them, as fast as its clips step, and faces along it. Planted feet neither slide nor rotate. Beyond its end it goes straight on. It replaces x and z of `position`, and `heading`.',
  },
  pathShape: {
    type: 'choice',
    choices: ['curve', 'lines'],
    default: 'curve',
    description:
      'curve: a smooth curve through all points. lines: straight lines, with corners that are rounded within half of the height of the character.',
  },
  pathClosed: {
    type: 'flag',
    default: false,
    description: 'Joins the last point with the first, so that the character walks in rounds.',
  },
  pathStart: {
    type: 'number',
    unit: 'm',
    min: -1e6,
    max: 1e6,
    default: 0,
    description: 'Distance along the path at which the character is at 0 s.',
  },
  position: {
    ...positionPart,
    description:
      'Position at the start: x, y (height of the floor on which it was animated), z. With a parent: its offset from the joint.',
  },
  heading: {
    type: 'number',
    unit: 'rad',
    min: -6.2831854,
    max: 6.2831854,
    default: 0,
    description:
      'Rotation about the vertical axis, counter-clockwise seen from above. 0 keeps the direction of the file.',
  },
  offset: {
    type: 'number',
    unit: 's',
    min: 0,
    max: 1e5,
    default: 0,
    description:
      'Time by which its clip is ahead, so that characters with the same clip are not synchronised.',
  },
  scale: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e6,
    open: true,
    description:
      'Metres per unit of the file. When absent: the value of the file, or a guess from the height of the character, which is reported.',
  },
  height: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    open: true,
    description: 'Height of the character in its rest pose, instead of a scale.',
  },
  speed: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 200,
    open: true,
    description: 'Mean speed of an in-place gait. When absent: estimated from its feet.',
  },
  softDepth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 10,
    description:
      'How deep its soles sink below the surface. When absent it depends on the ground: 1.5 % of its height in sand, 1.8 % in mud, 3.5 % in snow.',
  },
  groundResponse: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    default: 0,
    description:
      'How much the ground answers to the weight of a character. 0: its soles sink to softDepth. 1: each foot sinks until the ground carries its load, and slips as far as the ground gives way; the body follows. Values between them blend both.',
  },
  mass: {
    type: 'number',
    unit: 'kg',
    min: 0,
    max: 1e6,
    open: true,
    description:
      'Mass, for groundResponse and simulated. When absent: that of a mannequin whose build is named, otherwise estimated from the volume of its surfaces.',
  },
  travel: {
    type: 'choice',
    choices: ['auto', 'inPlace', 'travelling', 'still', 'exact'],
    default: 'auto',
    description:
      'How the character moves across the ground. inPlace: an in-place gait that is moved forward. travelling: the clip contains the travel. still: neither. exact: the clip is played once, exactly as it is: nothing is repeated, pinned or lowered. auto: found from the clip.',
  },
  follow: {
    type: 'choice',
    choices: ['auto', 'ground', 'level'],
    default: 'auto',
    description:
      'Whether the height of a character follows the terrain of a ground; y of its position is then relative to the terrain. auto: the terrain of a ground that it can touch. ground: of any ground. level: never. An actor with keys or a parent follows those instead.',
  },
  springBones: {
    type: 'flag',
    default: true,
    description:
      'Whether the spring bones of a VRM file are simulated: hair, ears, tails and clothes then swing after the motion of the clip.',
  },
  up: {
    type: 'choice',
    choices: ['auto', 'y', 'z'],
    default: 'auto',
    description:
      'Up axis of a motion-capture recording (.bvh), or of the mesh of an object with keys or a parent. auto: from feet to head in a recording, y in a mesh.',
  },
  mannequin: {
    type: 'choice',
    choices: ['auto', ...mannequinBuildNames],
    default: 'auto',
    description: `Build of the mannequin that a file with a motion only gets (.bvh, .vrma, a glTF without a surface): ${Object.entries(
      mannequinBuilds,
    )
      .map(([name, { description, height, mass }]) => `${name}: ${description}, ${height} m, ${mass} kg`)
      .join(
        '; ',
      )}. It has this height, unless the actor has a height or a scale, and its soles sink as its weight presses them. Bones keep the proportions of the recording. auto: medium, with the size of the recording.`,
  },
  contactParts: {
    type: 'texts',
    expected: 'the name of a surface or of a joint',
    description:
      'Names of the surfaces or joints that press the ground; all other parts pass through it. "*" is everything. When absent: everything of a character without a gait. With a gait: its feet and legs, and parts that rest on the ground for 0.25 s or touch it more than half of the time, as when it crawls or falls. The report lists other parts that enter the ground. Fur and particles collide with the whole character, regardless of this value.',
  },
  keys: {
    flag: false,
    type: 'text',
    expected: 'a file name, relative to the scene',
    refersTo: 'file',
    description:
      'Poses over time for a rigid object (.obj, .stl, .ply, .glb): a file of keys (.json, .csv), or a .glb or .gltf of which it follows a node. An .obj, .stl or .ply without keys and without a parent stays at its position, rotated by its heading.',
  },
  poses: {
    flag: false,
    type: 'list',
    expected: 'a pose',
    kinds: {
      one: {
        description: 'A pose at a time.',
        fields: {
          time: poseTime,
          position: {
            ...positionPart,
            description: 'Position of the origin of the object.',
          },
          rotation: {
            type: 'vector',
            length: 4,
            unit: '',
            min: -1e6,
            max: 1e6,
            description: 'Rotation about its origin: a quaternion x, y, z, w.',
          },
          heading: {
            type: 'number',
            unit: 'rad',
            min: -1e4,
            max: 1e4,
            description:
              'Rotation about the vertical axis, counter-clockwise seen from above, instead of a quaternion. Between two poses an object rotates along the shorter arc.',
          },
        },
      },
    },
    description:
      'Poses over time for a rigid object, in the scene itself instead of a file of keys. They follow the same rules.',
  },
  node: {
    flag: false,
    type: 'text',
    orIndex: true,
    expected: 'the name of a node of the file of keys, or its number counted from 0',
    description:
      'The node of the .glb or .gltf in keys that it follows, with the motion of the clip and of all its ancestors. The object keeps its own size, regardless of the scale of the node.',
  },
  parent: {
    flag: false,
    type: 'text',
    expected: 'the name of another actor',
    description:
      'An actor that it is fixed to, instead of keys: it moves with that actor. position is then its offset in metres, along the axes of that actor in its rest pose.',
  },
  joint: {
    flag: false,
    type: 'text',
    orIndex: true,
    expected: 'the name of a joint of the parent, or its number counted from 0',
    description: 'The joint of the parent that it is fixed to. A parent with its own keys has no joints.',
  },
  rotation: {
    flag: false,
    type: 'vector',
    length: 4,
    unit: '',
    min: -1e6,
    max: 1e6,
    description:
      'Its rotation relative to its parent in the rest pose: a quaternion x, y, z, w. When absent: the orientation of its own file.',
  },
  roll: {
    flag: false,
    type: 'flag',
    default: false,
    description:
      'Whether it is a wheel that rolls without slip: its rotation about its axle follows from its path, forward and back. Keys then need positions only; the wheel faces along its path.',
  },
  radius: {
    flag: false,
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1000,
    open: true,
    description: 'Radius on which it rolls. When absent: the maximum distance of its surface from its axle.',
  },
  axle: {
    flag: false,
    type: 'vector',
    length: 3,
    unit: '',
    min: -1e6,
    max: 1e6,
    description:
      'Direction of the axle in the axes of its own file. When absent: the axis about which its surface is most symmetric.',
  },
  simulated: {
    flag: false,
    type: 'flag',
    default: false,
    description:
      'Whether it is a rigid body that moves by itself from its releaseTime on: it falls, bounces off other actors, sinks into the ground, rolls, and comes to rest. It starts where keys, poses, a parent or its position put it. Needs the package @dimforge/rapier3d-deterministic-compat.',
  },
  releaseTime: {
    flag: false,
    type: 'number',
    unit: 's',
    min: -1e5,
    max: 1e5,
    description:
      'Time from which on a simulated object moves by itself. Before, it follows its keys, poses or parent, such as the hand that throws it. When absent: the start of the scene.',
  },
  velocity: {
    flag: false,
    type: 'vector',
    length: 3,
    unit: 'm/s',
    min: -200,
    max: 200,
    description:
      'Velocity of a simulated object at its release, world axes. When absent: that of its keys, poses or parent.',
  },
  angularVelocity: {
    flag: false,
    type: 'vector',
    length: 3,
    unit: 'rad/s',
    min: -1000,
    max: 1000,
    description:
      'Angular velocity of a simulated object at its release, about the world axes. When absent: that of its keys, poses or parent.',
  },
  friction: {
    flag: false,
    type: 'number',
    unit: '',
    min: 0,
    max: 10,
    default: 0.5,
    description:
      'Coefficient of friction between a simulated object and other actors. Between two simulated ones, the larger value counts. On the ground, the shear strength of the ground counts.',
  },
  restitution: {
    flag: false,
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    default: 0.2,
    description:
      'Fraction of its speed that a simulated object keeps when it bounces off another actor. Between two simulated ones, the larger value counts. How far it bounces off the ground follows from the ground.',
  },
  colors: {
    type: 'list',
    expected: 'a colour of a material',
    kinds: {
      one: {
        description: 'A colour that replaces that of a material of the file.',
        fields: {
          material: {
            type: 'text',
            expected: 'the name of a material of the file',
            required: true,
            description: 'Name of the material.',
          },
          color: {
            ...colorPart,
            default: [1, 1, 1],
            description:
              'Its base colour: red, green, blue from 0 to 1 (sRGB). A texture and vertex colours are multiplied by it, as in glTF.',
          },
        },
      },
    },
    description:
      'Colours that replace those of materials of a .glb or .gltf, in pictures and in the written character, so that several characters of one file differ.',
  },
  visible: {
    type: 'flag',
    default: true,
    description: 'Whether pictures show it. Hide a character that particles form.',
  },
  profile: {
    flag: false,
    type: 'choice',
    choices: ['lugged', 'rounded'],
    default: 'lugged',
    description:
      'Shape of a rigid object: lugged (treads, feet, edges) or rounded (a ball, a smooth tyre), for which fewer poses are enough.',
  },
} as const satisfies FieldTable;
