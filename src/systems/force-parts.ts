import { type Part, timePart } from './param-parts.ts';
import type { NumberParam, ParamTable, VectorParam } from './params.ts';

/** When a force acts. */
export const whenFields = {
  from: { ...timePart, description: 'When the force starts. When absent: it has no start.' },
  until: { ...timePart, description: 'When the force ends. When absent: it has no end.' },
} as const satisfies ParamTable;

export const windVelocityPart = {
  type: 'vector',
  length: 3,
  unit: 'm/s',
  min: -1e3,
  max: 1e3,
  keyable: true,
  integral: { name: 'travel', of: 'length' },
  description: 'Mean velocity of the air.',
} as const satisfies VectorParam;

/** What a wind has beside its fields while its velocity changes. */
export interface WindTravel {
  /** Distance that its gusts have travelled since 0 s, m. Absent: speed · time. */
  readonly travel?: number;
}

export const gustsPart = {
  type: 'number',
  unit: '',
  min: 0,
  max: 10,
  keyable: true,
} as const satisfies Part<NumberParam>;

export const gustPeriodField = {
  ...timePart,
  open: true,
  default: 2,
  description: 'Approximate time between gusts.',
} as const satisfies NumberParam;

/** The axis of a rotation; upward by default. */
export const axisPart = {
  type: 'vector',
  length: 3,
  unit: '',
  min: -1,
  max: 1,
  default: [0, 1, 0],
} as const satisfies Part<VectorParam>;
