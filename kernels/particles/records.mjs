// Records of particles that host and kernel use. The build generates the code of both from this file. See kernels/README.md.

/** name: [type, value, meaning] */
export const constants = {
  forcesFlag: ['i32', 1, 'Flag of `step`: accumulated accelerations act.'],
  weightsFlag: ['i32', 2, 'Flag of `step`: the weights of particles scale accelerations.'],
  fieldSize: ['i32', 16, 'Cells of the turbulence field along an axis, after which it repeats.'],
  fieldRow: ['i32', 18, 'Pairs in a row of the turbulence field.'],
  fieldLayers: ['i32', 18, 'Layers of the turbulence field.'],
  baseRow: ['i32', 34, 'Pairs in a row of the base field.'],
  gustPeriod: ['i32', 256, 'Coefficients of gusts after which they repeat.'],
};

const plane = 'pointer';
const particles = 'float64 [particles]';

/** name: { meaning, fields: [name, type, count, unit, meaning] } */
export const records = {
  particleStore: {
    meaning: 'Addresses of the planes of a store: one plane for each quantity, or three for x, y and z.',
    fields: [
      ['position', plane, 3, `${particles}, m`, 'Positions.'],
      ['velocity', plane, 3, `${particles}, m/s`, 'Velocities.'],
      ['target', plane, 3, `${particles}, m`, 'Positions that led particles must reach.'],
      ['targetVelocity', plane, 3, `${particles}, m/s`, 'Velocities that led particles must have then.'],
      ['acceleration', plane, 3, `${particles}, m/s²`, 'Sum of the local forces.'],
      ['weight', plane, 1, `${particles}, 0 to 1`, 'Fraction of the forces that acts on a particle while it is led.'],
      ['birthTime', plane, 1, `${particles}, s`, 'Time of birth.'],
      ['size', plane, 1, `${particles}, m`, 'Diameters.'],
      ['cohort', plane, 1, 'int32 [particles]', '−1 absent, 0 free, otherwise the row of the cohort table.'],
      ['source', plane, 1, 'int32 [particles]', 'Index of the source.'],
    ],
  },
  cohortRow: {
    meaning: 'How the particles of one cohort move in a step.',
    fields: [
      ['keep', 'f64', 1, '', 'Fraction of the velocity that remains.'],
      ['force', 'f64', 1, 's', 'Factor of the local accelerations.'],
      ['pull', 'f64', 1, '1/s', 'Factor of the distance to the target.'],
      ['aim', 'f64', 1, '', 'Factor of the target velocity.'],
      ['gain', 'f64', 3, 'm/s', 'Change of velocity by the accelerations that are the same for all.'],
      ['kind', 'i32', 1, '', '0 free, 1 led to a position, 2 led to a position and a velocity.'],
      ['ignoresObstacles', 'i32', 1, '', '1 if the particles pass through obstacles.'],
    ],
  },
  vortexParams: {
    meaning: 'Parameters of a vortex.',
    fields: [
      ['center', 'f64', 3, 'm', 'A point on the axis.'],
      ['axis', 'f64', 3, 'unit vector', 'n, the axis.'],
      ['along', 'f64', 1, '1/s²', 't, the acceleration in the direction of rotation, per metre.'],
      ['inward', 'f64', 1, '1/s²', 'c, the acceleration toward the axis, per metre.'],
      ['inverseSquareRadius', 'f64', 1, '1/m²', '1 / radius².'],
    ],
  },
  attractorParams: {
    meaning: 'Parameters of an attractor.',
    fields: [
      ['center', 'f64', 3, 'm', 'The position that attracts.'],
      ['strength', 'f64', 1, '1/s²', 'k, the acceleration inside the radius, per metre.'],
      ['squareRadius', 'f64', 1, 'm²', 'radius².'],
    ],
  },
  dragParams: {
    meaning: 'Parameters of quadratic drag.',
    fields: [
      ['coefficient', 'f64', 1, '1/m', 'k.'],
      ['stepCoefficient', 'f64', 1, 's/m', 'k Δt.'],
    ],
  },
  buoyancyParams: {
    meaning: 'Parameters of buoyancy.',
    fields: [
      ['acceleration', 'f64', 1, 'm/s²', 'Upward acceleration at birth.'],
      ['time', 'f64', 1, 's', 'Current time.'],
      ['rate', 'f64', 1, '1/s', '1 / cooling time.'],
    ],
  },
  windParams: {
    meaning: 'Parameters of wind.',
    fields: [
      ['acceleration', 'f64', 3, 'm/s²', 'w, the acceleration of steady air.'],
      ['gustFraction', 'f64', 1, '', 'Amplitude of the gusts relative to w.'],
      ['wave', 'f64', 3, '1/m', 'u, the direction of the gusts divided by their length.'],
      ['shift', 'f64', 1, '', 'Distance that the gusts have traveled, in their own length.'],
    ],
  },
  octave: {
    meaning: 'One octave of turbulence: it adds Rᵀ field(M x + o).',
    fields: [
      ['matrix', 'f64', 12, '1/m', 'Columns of M, four numbers each. The fourth is 0.'],
      ['offset', 'f64', 4, 'cells', 'o. The fourth is 0.'],
      ['rotation', 'f32', 12, 'm/s²', 'Rows of R times the strength of the octave, four numbers each. The fourth is 0.'],
    ],
  },
};
