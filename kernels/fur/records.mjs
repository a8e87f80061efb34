// Records of fur that host and kernel use. The build generates the code of both from this file. See kernels/README.md.

/** name: [type, value, meaning] */
export const constants = {
  pushedFlag: ['i32', 1, 'Flag of a step: the external forces `push` act.'],
  edgesFlag: ['i32', 2, 'Flag of an explicit step: forces of springs between tips were added.'],
  noLength: ['f64', 1e-9, 'A strand that is shorter than this fraction of its rest length has no direction.'],
  minLength: ['f64', 1e-3, 'Implicit steps keep a strand at least this fraction of its rest length long.'],
  maxLever: ['f64', 4, 'Maximum of rest length / length, by which the restoring force of a short strand grows.'],
};

const plane = 'pointer';
const strands = 'float64 [strands]';

/** name: { meaning, fields: [name, type, count, unit, meaning] } */
export const records = {
  furStore: {
    meaning: 'Addresses of the planes of a store: one plane for each quantity, or three for x, y and z.',
    fields: [
      ['offset', plane, 3, `${strands}, m`, 'Tip minus root.'],
      ['velocity', plane, 3, `${strands}, m/s`, 'Velocity of the tip in the world.'],
      ['normal', plane, 3, `${strands}, unit vector`, 'Direction of the strand in its rest pose.'],
      ['rootVelocity', plane, 3, `${strands}, m/s`, 'Velocity of the root.'],
      ['skinVelocity', plane, 3, `${strands}, m/s`, 'Velocity of the skin at the rest position of the tip. Damping is relative to it.'],
      ['push', plane, 3, `${strands}, N`, 'External force on the tip.'],
      ['length', plane, 1, `${strands}, m`, 'Rest length.'],
      ['mass', plane, 1, `${strands}, kg`, 'Mass of the tip.'],
      ['root', plane, 3, `${strands}, m`, 'Position of the root.'],
      ['rootStart', plane, 3, `${strands}, m`, 'Position of the root at the start of the tick.'],
      ['rootEnd', plane, 3, `${strands}, m`, 'Position of the root at the end of the tick.'],
      ['normalStart', plane, 3, `${strands}, unit vector`, 'Rest direction at the start of the tick.'],
      ['normalEnd', plane, 3, `${strands}, unit vector`, 'Rest direction at the end of the tick.'],
      ['force', plane, 3, `${strands}, N`, 'Sum of the forces of springs between tips.'],
      ['edgeEnds', plane, 1, 'uint32 [2 · edges]', 'The two strands that each spring between tips connects.'],
      ['edgeLengths', plane, 1, 'float64 [edges], m', 'Rest lengths of the springs between tips.'],
    ],
  },
  furParams: {
    meaning: 'Parameters of a step, the same for all strands.',
    fields: [
      ['dt', 'f64', 1, 's', 'Length of the step.'],
      ['stiffness', 'f64', 1, 'N/m', 'Stiffness of the spring from root to tip.'],
      ['restoring', 'f64', 1, 'N', 'Weight w of the restoring force.'],
      ['restFraction', 'f64', 1, '0 to 1', 'β: the fraction of the restoring force that does not fade near the rest pose.'],
      ['isPrinted', 'f64', 1, '0 or 1', '1: the restoring force is eq. 5 as printed.'],
      ['damping', 'f64', 1, '1/s', 'Damping of the motion relative to the skin.'],
      ['airDrag', 'f64', 1, 'N s/m', 'Air drag c.'],
      ['wind', 'f64', 3, 'm/s', 'Velocity of the air.'],
      ['gravity', 'f64', 3, 'm/s²', 'Acceleration of gravity.'],
      ['cosLimit', 'f64', 1, '', 'Cosine of the maximum angle to the normal. Less than −1: no limit.'],
      ['sinLimit', 'f64', 1, '', 'Sine of the maximum angle to the normal.'],
      ['edgeStiffness', 'f64', 1, 'N/m', 'Stiffness of the springs between tips.'],
    ],
  },
  // The kernel stores the numbers of two strands in each v128. The reference implementation stores one number for each strand.
  strandPrediction: {
    meaning: 'What a strand does by itself in a step of backward Euler. Forces are multiplied by dt², stiffnesses too, so all are in kilograms.',
    fields: [
      ['direction', 'v128', 3, 'unit vector', 's, the direction from the root to the predicted tip.'],
      ['toward', 'v128', 3, '', 'n − (n · s) s.'],
      ['reach', 'v128', 1, 'm', 'Distance from the root to the predicted tip.'],
      ['inertia', 'v128', 1, 'kg', 'Inertia with damping and air drag.'],
      ['stretch', 'v128', 1, 'kg', 'Stiffness across the strand that a stretched spring adds.'],
      ['turn', 'v128', 1, 'kg', 'dt² × the restoring force along n − (n · s) s.'],
      ['across', 'v128', 1, 'kg', 'Stiffness of the restoring force across the strand.'],
      ['polar', 'v128', 1, 'kg', 'Additional stiffness of the restoring force toward the normal, relative to |n − (n · s) s|².'],
    ],
  },
};
