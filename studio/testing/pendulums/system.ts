import { openFrame, packFrame } from '../../../src/framed-bytes.ts';
import { Hasher } from '../../../src/math/hash.ts';
import { cos, sin } from '../../../src/math/portable.ts';
import type { SystemDefinition } from '../../../src/systems/system.ts';
import { type PendulumParams, pendulumsDescription } from './description.ts';
import type { RodsOutput } from './rods-output.ts';

const gravity = 9.81;
const magic = 'APN1';

/** Angles from the vertical (rad) and angular velocities (rad/s) of pendulums of different lengths. */
class PendulumState {
  readonly angles: Float64Array;
  readonly velocities: Float64Array;
  readonly output: RodsOutput;

  constructor(readonly params: PendulumParams) {
    const { count, amplitude } = params;
    this.angles = new Float64Array(count).fill(amplitude);
    this.velocities = new Float64Array(count);
    this.output = { kind: 'rods', name: 'rods', count, ends: new Float64Array(6 * count) };
    this.show();
  }

  /** Returns the length of pendulum k: 1/(k + 1) of the length of the first. They swing with different periods. */
  lengthOf(k: number): number {
    return this.params.length / (k + 1);
  }

  show(): void {
    this.angles.forEach((angle, k) => {
      const x = 0.2 * k;
      const y = this.params.length;
      const length = this.lengthOf(k);
      this.output.ends.set([x, y, 0, x, y - length * cos(angle), length * sin(angle)], 6 * k);
    });
  }
}

export const pendulumsSystem: SystemDefinition<PendulumParams, PendulumState> = {
  ...pendulumsDescription,
  rate: () => 240,
  create: (params) => new PendulumState(params),
  step(state, _inputs, _t, dt) {
    // Symplectic Euler: the energy stays bounded.
    state.angles.forEach((angle, k) => {
      state.velocities[k] -= ((gravity * sin(angle)) / state.lengthOf(k)) * dt;
      state.angles[k] = angle + state.velocities[k] * dt;
    });
    state.show();
  },
  save: ({ angles, velocities }) => packFrame(magic, {}, [angles, velocities]),
  load(params, bytes) {
    const state = new PendulumState(params);
    const { body } = openFrame(bytes, magic, 'saved pendulums');
    body.fill(state.angles, state.velocities);
    body.end();
    state.show();
    return state;
  },
  hash: ({ angles, velocities }) => new Hasher().array(angles).array(velocities).digest(),
  outputs: ({ output }) => [output],
  report: ({ angles }) => ({ largestAngle: Math.max(...angles.map(Math.abs)) }),
};
