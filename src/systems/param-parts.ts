import type { NumberParam, TextParam, VectorParam } from './params.ts';

/** Parameter specs that the tables of several systems have in common: spread one and add its description. */
export type Part<Spec> = Omit<Spec, 'description'>;

export const accelerationPart = {
  type: 'number',
  unit: 'm/s²',
  min: -1e6,
  max: 1e6,
} as const satisfies Part<NumberParam>;

/** Colours as people write them: sRGB, 0..1. Internally all colours are linear light. */
export const colorPart = {
  type: 'vector',
  length: 3,
  unit: '',
  min: 0,
  max: 1,
} as const satisfies Part<VectorParam>;

export const positionPart = {
  type: 'vector',
  length: 3,
  unit: 'm',
  min: -1e6,
  max: 1e6,
  default: [0, 0, 0],
} as const satisfies Part<VectorParam>;

export const lengthPart = {
  type: 'number',
  unit: 'm',
  min: 0,
  max: 1e6,
  open: true,
} as const satisfies Part<NumberParam>;

export const fractionPart = {
  type: 'number',
  unit: '',
  min: 0,
  max: 1,
} as const satisfies Part<NumberParam>;

export const timePart = {
  type: 'number',
  unit: 's',
  min: 0,
  max: 1e5,
} as const satisfies Part<NumberParam>;

export const namePart = { type: 'text', expected: 'a name' } as const satisfies Part<TextParam>;

export const filePart = {
  type: 'text',
  refersTo: 'file',
  expected: 'a file name, relative to the scene',
  required: true,
} as const satisfies Part<TextParam>;

/** The time of a pose in a list of poses. */
export const poseTime = {
  type: 'number',
  unit: 's',
  min: -1e5,
  max: 1e5,
  default: 0,
  description: 'Time of the pose.',
} as const satisfies NumberParam;
