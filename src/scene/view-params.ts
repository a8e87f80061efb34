import { colorPart, poseTime } from '../systems/param-parts.ts';
import type { ListKind } from '../systems/params.ts';
import type { FieldTable } from './fields.ts';

const pointPart = { type: 'vector', length: 3, unit: 'm', min: -1e6, max: 1e6 } as const;

const fieldOfViewPart = {
  type: 'number',
  unit: 'rad',
  min: 0.01,
  max: 3,
} as const;

const rotationPart = { type: 'vector', length: 4, unit: '', min: -1e6, max: 1e6 } as const;

const strengthPart = { type: 'number', unit: '', min: 0, max: 1e4 } as const;

const camera = {
  description: 'A camera.',
  fields: {
    name: {
      type: 'text',
      expected: 'a name',
      required: true,
      description: 'Name for --camera, the page and files. Unique, and not that of a camera of every scene.',
    },
    position: {
      ...pointPart,
      description: 'Its position. With follow, relative to the actor. Required, unless there are poses.',
    },
    target: { ...pointPart, description: 'The point that it looks at. With follow, relative to the actor.' },
    rotation: {
      ...rotationPart,
      description:
        'Its rotation instead of a target, as a quaternion x, y, z, w. Not rotated, it looks along −z, and y is up.',
    },
    fieldOfView: {
      ...fieldOfViewPart,
      description: 'Angle between the upper and the lower edge of the picture. When absent: 33°.',
    },
    follow: {
      type: 'text',
      refersTo: 'actor',
      orNone: true,
      expected: 'the name of an actor',
      description:
        'An actor with which the camera moves without rotating, smoothly, at the height of its feet. Without a target and a rotation, it looks at the middle of the actor.',
    },
    poses: {
      type: 'list',
      expected: 'a pose of the camera',
      kinds: {
        one: {
          description: 'A pose at a time.',
          fields: {
            time: poseTime,
            position: {
              ...pointPart,
              description: 'Position at this time. When absent: that of the camera.',
            },
            target: { ...pointPart, description: 'Target at this time. When absent: that of the camera.' },
            rotation: { ...rotationPart, description: 'Rotation at this time, instead of a target.' },
            fieldOfView: {
              ...fieldOfViewPart,
              description: 'Field of view at this time. When absent: that of the camera.',
            },
          },
        },
      },
      description:
        'Poses over time. Between them, the camera moves smoothly. Two poses at the same time are a cut.',
    },
  },
} as const satisfies ListKind;

const sun = {
  description: 'A distant light with parallel rays. It casts shadows.',
  fields: {
    direction: {
      type: 'vector',
      length: 3,
      unit: '',
      min: -1e6,
      max: 1e6,
      default: [0.45, 0.65, 0.6],
      description: 'Direction from the scene to the sun, of any length. y must be above 0.',
    },
    strength: {
      ...strengthPart,
      default: 1.5,
      description:
        'Brightness: with 1, a white surface that faces the sun is exactly white. An irradiance of π in the units of each program.',
    },
    color: {
      ...colorPart,
      default: [1, 0.95, 0.88],
      description: 'Colour: red, green, blue from 0 to 1 (sRGB).',
    },
  },
} as const satisfies ListKind;

const sky = {
  description: 'The light of the sky, from all sides.',
  fields: {
    strength: {
      ...strengthPart,
      default: 1,
      description: 'Brightness relative to a clear sky at day. 0: the sky is black.',
    },
  },
} as const satisfies ListKind;

/** The cameras and lights of a scene: lists at its top. */
export const viewParams = {
  cameras: {
    flag: false,
    type: 'list',
    expected: 'a camera',
    kinds: { one: camera },
    description:
      'Cameras, which render, the page, cameras.glb, the USD stage and the script for Blender use. The first is the default.',
  },
  lights: {
    flag: false,
    type: 'list',
    expected: 'a light',
    tag: 'light',
    kinds: { sun, sky },
    description:
      'Lights instead of those that render and the page choose: at most one sun and one sky. Contact sheets keep their own light.',
  },
} as const satisfies FieldTable;
