import type { ParamTable } from '../../params.ts';

/**
 * How the ground carries weight. Used where an actor has a `groundResponse`: the simulation of the columns itself does not read these
 * parameters. A parameter without a value gets that of the material.
 */
export const soilParams = {
  cohesiveModulus: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e8,
    description: 'k_c of the pressure-sinkage equation (k_c / b + k_φ) zⁿ, in N / m^(n + 1).',
  },
  frictionalModulus: {
    type: 'number',
    unit: '',
    min: 0,
    max: 1e9,
    description: 'k_φ of the pressure-sinkage equation, in N / m^(n + 2).',
  },
  sinkageExponent: {
    type: 'number',
    unit: '',
    min: 0.1,
    max: 3,
    description: 'n of the pressure-sinkage equation.',
  },
  cohesion: {
    type: 'number',
    unit: 'Pa',
    min: 0,
    max: 1e9,
    description: 'Shear strength without a load.',
  },
  frictionAngle: {
    type: 'number',
    unit: 'rad',
    min: 0,
    max: 1.5533430342749532,
    description: 'Angle of internal friction: the shear strength grows with the load times its tangent.',
  },
  shearDisplacement: {
    type: 'number',
    unit: 'm',
    min: 0.0001,
    max: 1,
    description: 'Slip at which the ground has 63 % of its shear strength (K of Janosi and Hanamoto).',
  },
  density: {
    type: 'number',
    unit: 'kg/m³',
    min: 0,
    max: 1e5,
    open: true,
    description: 'Density of the ground. A foot that slips pushes the ground in front of it.',
  },
  layerDepth: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 100,
    open: true,
    description: 'Thickness of the soft layer above firm ground. Nothing sinks deeper.',
  },
} as const satisfies ParamTable;
