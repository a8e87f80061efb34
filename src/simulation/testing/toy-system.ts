import type { Collider, RigidCollider } from '../../motion/collider.ts';
import type { LiveHeightfield } from '../../systems/outputs/heightfield.ts';
import type { SystemDefinition, SystemInputs } from '../../systems/system.ts';
import type { ColliderSet, ColliderSource } from '../simulation.ts';

export interface ToyParams {
  readonly rate: number;
  readonly label?: string;
}

/** `log` receives one entry in every step: the name of the system, its time, and the values that it read. */
export interface ToyPrepared {
  readonly log?: string[];
}

export interface ToyState extends ToyPrepared {
  readonly params: ToyParams;
  /** A value computed from all values that were read. It depends on every step and on the order of the steps. */
  value: number;
  steps: number;
}

/** A system that combines everything that it reads into one number. */
export const toySystem: SystemDefinition<ToyParams, ToyState, ToyPrepared> = {
  name: 'toy',
  params: {
    rate: { type: 'number', unit: '1/s', min: 1, max: 1e4, default: 120, description: '' },
    label: { type: 'text', expected: 'a name', description: '' },
  },
  reads: ['colliders', 'heightfields'],
  shows: 'heightfield',
  rate: (params) => params.rate,
  create: (params, _inputs, seed, prepared) => ({ params, log: prepared?.log, value: seed, steps: 0 }),
  step(state, inputs, t, dt) {
    state.value = (state.value * 31 + Math.floor(seen(inputs) * 1e6) + Math.round((t + dt) * 1e4)) % 1000003;
    state.steps++;
    state.log?.push(`${state.params.label ?? 'toy'} ${t.toFixed(4)}`);
  },
  save: (state) => new TextEncoder().encode(JSON.stringify([state.value, state.steps])),
  load(params, bytes) {
    const [value, steps] = JSON.parse(new TextDecoder().decode(bytes)) as [number, number];
    return { params, value, steps };
  },
  hash: (state) => state.value.toString(16).padStart(16, '0'),
  outputs: (state) => [toyHeightfield(state)],
  report: (state) => ({ value: state.value }),
};

function seen(inputs: SystemInputs): number {
  let sum = 0;
  for (const collider of inputs.colliders) {
    const { start, end } = collider as RigidCollider;
    sum += end.position[0] * 3 - start.position[0] + (collider.cut ? 7 : 0);
  }
  const cell = new Int32Array(1);
  for (const field of inputs.heightfields) {
    field.read(cell, { i0: 0, j0: 0, columns: 1, rows: 1 });
    sum += cell[0] * 1e-3;
  }
  return sum;
}

function toyHeightfield(state: ToyState): LiveHeightfield {
  return {
    kind: 'heightfield',
    name: 'toy',
    cell: 1,
    datum: 0,
    heightUnit: 2 ** -20,
    extent: null,
    material: 'sand',
    changed: () => (state.steps > 0 ? { i0: 0, j0: 0, columns: 1, rows: 1 } : null),
    takeChanges: () => [{ i0: 0, j0: 0, columns: 1, rows: 1 }],
    read: (out) => void out.fill(state.value, 0, 1),
    readInitial: (out) => void out.fill(0, 0, 1),
    readPressed: (out) => void out.fill(1, 0, 1),
  };
}

/** Creates a body that moves along x; its position is an even function of time. Its first pose is a cut, as for real actors. */
export function toyMover(name: string, log?: string[]): ColliderSource {
  return { name, createColliders: () => createToySet(name, log) };
}

function createToySet(name: string, log?: string[]): ColliderSet {
  const pose = () => ({ position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) });
  const collider: RigidCollider = {
    kind: 'rigid',
    name,
    vertexCount: 0,
    indices: new Uint32Array(0),
    positions: new Float64Array(0),
    profile: 'rounded',
    cut: false,
    start: pose(),
    end: pose(),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
  return {
    colliders: [collider as Collider],
    advance(t0, t1) {
      log?.push(`${name} ${t0.toFixed(4)} ${t1.toFixed(4)}`);
      collider.cut = t0 <= 0;
      collider.start.position[0] = t0 * t0;
      collider.end.position[0] = t1 * t1;
    },
  };
}
