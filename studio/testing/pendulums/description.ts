import type { ParamTable, ParamValues } from '../../../src/systems/params.ts';
import type { SystemDescription } from '../../../src/systems/system.ts';

export const pendulumParams = {
  count: {
    type: 'integer',
    unit: '',
    min: 1,
    max: 1000,
    default: 3,
    description: 'Number of pendulums, in a row along x.',
  },
  length: { type: 'number', unit: 'm', min: 0.01, max: 100, default: 1, description: 'Length of a rod.' },
  amplitude: {
    type: 'number',
    unit: 'rad',
    min: 0,
    max: 3,
    default: 0.5,
    description: 'Angle from the vertical at which all start at rest.',
  },
} as const satisfies ParamTable;

export type PendulumParams = ParamValues<typeof pendulumParams>;

/** The description, which does not need the code of the system. */
export const pendulumsDescription = {
  name: 'pendulums',
  description: 'A row of pendulums.',
  params: pendulumParams,
  reads: [],
  shows: 'rods',
} as const satisfies SystemDescription<PendulumParams>;
