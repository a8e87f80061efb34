import { expect, test } from 'vitest';
import { createMatrix } from '../math/matrix.ts';
import type { Drive } from '../motion/drive.ts';
import { createActorDrives } from '../motion/drive-actor.ts';
import { createMovingActor } from '../motion/testing/moving-actor.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import type { BoneRequest, SystemDefinition } from '../systems/system.ts';
import { toFraction } from './fraction.ts';
import { type ColliderSource, Simulation, type SimulationSystem } from './simulation.ts';

interface RiderState {
  /** Sum of accelerations seen. */
  sum: number;
  readonly shown: Float64Array;
}

interface RiderPrepared {
  readonly bones: readonly BoneRequest[];
  readonly weight: number;
}

/** A system that follows bones: it adds up their accelerations, and its output is the sum. */
const riderSystem: SystemDefinition<{ rate: number }, RiderState, RiderPrepared> = {
  name: 'rider',
  params: { rate: { type: 'number', unit: '1/s', min: 1, max: 1e4, default: 120, description: '' } },
  reads: ['drives'],
  shows: 'morph',
  rate: (params, prepared) => params.rate * (prepared?.weight ?? 1),
  drives: (_params, prepared) => prepared.bones,
  create: (_params, inputs) => ({
    sum: inputs.drives.length === 0 ? 0 : 1000 * inputs.drives[0].start[0] + inputs.startTime,
    shown: new Float64Array(1),
  }),
  step(state, { drives }) {
    for (const { start, end } of drives) state.sum += start[0] + 2 * end[0];
    state.shown[0] = state.sum;
  },
  interpolate(state, { drives }, ahead, dt) {
    const push = drives.reduce((total, { end }) => total + end[0], 0);
    state.shown[0] = state.sum + (ahead > 0 ? (ahead / dt) * push : 0);
  },
  save: (state) => new Uint8Array(Float64Array.of(state.sum).buffer),
  load: (_params, bytes, prepared) => ({
    sum: new Float64Array(bytes.slice().buffer)[0] * (prepared ? 1 : Number.NaN),
    shown: new Float64Array(1),
  }),
  hash: (state) => String(state.sum),
  outputs: (state): MorphOutput[] => [
    { kind: 'morph', name: 'shape', actor: 'runner', modeCount: 1, surfaces: [], amplitudes: state.shown },
  ],
  report: (state) => ({ sum: state.sum }),
};

function runner(name: string, log: string[] = []): ColliderSource {
  const actor = createMovingActor((t) => {
    log.push(t.toFixed(4));
    return { position: [t * t * t, 0, 0] };
  });
  return {
    name,
    createColliders: () => ({ colliders: [], advance: () => {} }),
    createDrives: () => createActorDrives(actor),
  };
}

function rider(
  name: string,
  rate = 100,
  options: { actor?: string; weight?: number } = {},
): SimulationSystem {
  const bones = [{ actor: options.actor ?? 'runner', node: 0, inverseBind: createMatrix() }];
  const prepared: RiderPrepared = { bones, weight: options.weight ?? 1 };
  return { name, definition: riderSystem, params: { rate }, reads: [], actors: null, prepared };
}

const simulate = (systems: SimulationSystem[], log?: string[], start = 0) =>
  new Simulation({ systems, actors: [runner('runner', log)], seed: 1, start: toFraction(start) });

const shownBy = (simulation: Simulation, name: string) =>
  (simulation.outputs(name)[0] as MorphOutput).amplitudes[0];

test('when a system is created, its drives hold the first step, and it knows the start time of that step', () => {
  const simulation = simulate([rider('a')], [], 0.5);
  expect((simulation.report('a') as { sum: number }).sum).toBeCloseTo(1000 * 6 * 0.5 + 0.5, 3);
});

test('bones of one actor are posed once per step for all systems of one rate', () => {
  const log: string[] = [];
  const simulation = simulate([rider('a'), rider('b'), rider('c', 50)], log);
  log.length = 0;
  simulation.advanceTo(toFraction(0.1));
  // The first step was posed when the systems were created. For each later step, only one more tick is posed.
  expect(log).toHaveLength(9 + 4);
});

test('outputs show exactly the requested time, at any rate; the state does not change', () => {
  const whole = simulate([rider('a')]);
  whole.advanceTo(toFraction(0.1));
  const tick = shownBy(whole, 'a');
  const hash = whole.hash('a');
  whole.advanceTo(toFraction(0.1));
  expect(shownBy(whole, 'a')).toBe(tick);
  whole.advanceTo(toFraction(0.105));
  const half = shownBy(whole, 'a');
  expect(half - tick).toBeCloseTo(0.5 * 6 * 0.11, 6);
  expect(whole.hash('a')).toBe(hash);
  const direct = simulate([rider('a')]);
  direct.advanceTo(toFraction(0.105));
  expect(shownBy(direct, 'a')).toBe(half);
  whole.advanceTo(toFraction(0.2));
  direct.advanceTo(toFraction(0.2));
  expect(whole.hash('a')).toBe(direct.hash('a'));
});

test('after saving and loading, also after a skip, drives continue unchanged', () => {
  const whole = simulate([rider('a')]);
  whole.advanceTo(toFraction(0.5));
  const first = simulate([rider('a')]);
  first.advanceTo(toFraction(0.237));
  const second = simulate([rider('a')]);
  second.load(first.save(''));
  second.advanceTo(toFraction(0.5));
  expect(second.hash('a')).toBe(whole.hash('a'));
  first.skipTo(toFraction(0.4));
  first.advanceTo(toFraction(0.5));
  expect(first.records[0].steps).toBe(23 + 10);
});

test('prepared data may determine the rate, and is shared by the runs of a plan', () => {
  const systems = [rider('a', 100, { weight: 2 })];
  const one = simulate(systems);
  const two = simulate(systems);
  for (const simulation of [one, two]) simulation.advanceTo(toFraction(0.1));
  expect(one.records[0].steps).toBe(20);
  expect(two.hash('a')).toBe(one.hash('a'));
});

test('a system that follows an actor without bones is refused', () => {
  expect(() => simulate([rider('a', 100, { actor: 'wheel' })])).toThrow(
    '"a" follows "wheel", which has no bones',
  );
});

test('two requests for one bone get the same drive', () => {
  const set = runner('runner').createDrives!();
  const request = { node: 0, inverseBind: createMatrix() };
  const drives: Drive[] = [set.add(request), set.add({ ...request, inverseBind: createMatrix() })];
  expect(drives[0]).toBe(drives[1]);
});
