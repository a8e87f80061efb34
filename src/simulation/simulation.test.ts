import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { toFraction } from './fraction.ts';
import { orderSystems } from './order-systems.ts';
import { type ColliderSource, Simulation, type SimulationSystem } from './simulation.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';
import { type ToyParams, type ToyPrepared, toyMover, toySystem } from './testing/toy-system.ts';

function toy(
  name: string,
  { log, ...params }: Partial<ToyParams> & ToyPrepared = {},
  reads: string[] = [],
): SimulationSystem {
  return {
    name,
    definition: toySystem,
    params: { rate: 120, label: name, ...params },
    reads,
    actors: null,
    prepared: { log },
  };
}

function simulate(systems: SimulationSystem[], log?: string[]): Simulation {
  return new Simulation({ systems, actors: [toyMover('runner', log)], seed: 5, start: toFraction(0) });
}

test('a system steps after those that it reads, otherwise in the order of the scene', () => {
  const named = (name: string, ...reads: string[]) => ({ name, reads });
  const order = (...systems: ReturnType<typeof named>[]) => orderSystems(systems).map((i) => systems[i].name);
  expect(order(named('a'), named('b'), named('c'))).toEqual(['a', 'b', 'c']);
  expect(order(named('smoke', 'beach'), named('hair'), named('beach'))).toEqual(['hair', 'beach', 'smoke']);
  expect(order(named('c', 'b'), named('b', 'a'), named('a'))).toEqual(['a', 'b', 'c']);
});

test('a cycle is broken at its first system, and a system that reads itself is not a cycle', () => {
  const order = orderSystems([
    { name: 'a', reads: ['b', 'a'] },
    { name: 'b', reads: ['a'] },
    { name: 'c', reads: [] },
  ]);
  expect(order).toEqual([2, 0, 1]);
});

test('a reader sees the state that its source has in the same step', () => {
  const pair = simulate([toy('reader', {}, ['source']), toy('source')]);
  const alone = simulate([toy('reader'), toy('source')]);
  pair.advanceTo(toFraction(0.1));
  alone.advanceTo(toFraction(0.1));
  expect(pair.hash('source')).toBe(alone.hash('source'));
  expect(pair.hash('reader')).not.toBe(alone.hash('reader'));
});

test('the result does not depend on the times at which the simulation pauses', () => {
  const whole = simulate([toy('a'), toy('b', { rate: 50 }, ['a'])]);
  whole.advanceTo(toFraction(1));
  const parts = simulate([toy('a'), toy('b', { rate: 50 }, ['a'])]);
  for (let frame = 0; frame <= 24; frame++) {
    parts.advanceTo({ numerator: BigInt(frame), denominator: 24n });
  }
  expect(parts.hash('a')).toBe(whole.hash('a'));
  expect(parts.hash('b')).toBe(whole.hash('b'));
  expect(whole.records.map((record) => record.steps)).toEqual([120, 50]);
});

test('everything is posed once per step for systems of one rate, and once per interval for each rate', () => {
  const log: string[] = [];
  simulate([toy('a'), toy('b')], log).advanceTo(toFraction(0.05));
  expect(log).toHaveLength(6);
  log.length = 0;
  simulate([toy('a'), toy('b', { rate: 40 })], log).advanceTo(toFraction(0.05));
  expect(log).toHaveLength(6 + 2);
  expect(log).toContain('runner 0.0000 0.0250');
});

test('systems of several rates step in the order of their times; at equal times the one that is read comes first', () => {
  const log: string[] = [];
  const slow = toy('slow', { rate: 50, log });
  const fast = toy('fast', { rate: 100, log }, ['slow']);
  simulate([fast, slow]).advanceTo(toFraction(0.04));
  expect(log).toEqual([
    'fast 0.0000',
    'slow 0.0000',
    'fast 0.0100',
    'fast 0.0200',
    'slow 0.0200',
    'fast 0.0300',
  ]);
});

test.each([0, 1, 7, 60])('a simulation saved after %i steps goes on as if nothing had been', (steps) => {
  const systems = () => [toy('a'), toy('b', { rate: 60 }, ['a'])];
  const whole = simulate(systems());
  whole.advanceTo(toFraction(1));
  const first = simulate(systems());
  first.advanceTo({ numerator: BigInt(steps), denominator: 120n });
  const second = simulate(systems());
  second.load(first.save('key'));
  second.advanceTo(toFraction(1));
  expect(second.hash('a')).toBe(whole.hash('a'));
  expect(second.hash('b')).toBe(whole.hash('b'));
  expect(second.records.map((record) => record.steps)).toEqual([120, 60]);
});

test('a simulation stopped in the middle can be saved and continued', () => {
  const whole = simulate([toy('a'), toy('b')]);
  whole.advanceTo(toFraction(1));
  const stopped = simulate([toy('a'), toy('b')]);
  const controller = new AbortController();
  let calls = 0;
  const progress = () => {
    if (++calls === 31) controller.abort();
  };
  expect(() => stopped.advanceTo(toFraction(1), { signal: controller.signal, progress })).toThrow();
  expect(calls).toBe(31);
  const resumed = simulate([toy('a'), toy('b')]);
  resumed.load(stopped.save(''));
  resumed.advanceTo(toFraction(1));
  expect([resumed.hash('a'), resumed.hash('b')]).toEqual([whole.hash('a'), whole.hash('b')]);
});

test('a skip omits steps and continues from the time that it reached', () => {
  const log: string[] = [];
  const simulation = simulate([toy('a', { rate: 100, log })]);
  simulation.advanceTo(toFraction(0.02));
  simulation.skipTo(toFraction(0.055));
  simulation.skipTo(toFraction(0.01));
  simulation.advanceTo(toFraction(0.07));
  expect(log).toEqual(['a 0.0000', 'a 0.0100', 'a 0.0500', 'a 0.0600']);
});

test('a system only collides with the actors that the scene selects', () => {
  const only = { ...toy('only'), actors: ['other'] };
  const simulation = new Simulation({
    systems: [only, toy('all')],
    actors: [toyMover('runner'), toyMover('other')],
    seed: 1,
    start: toFraction(0),
  });
  const alone = new Simulation({
    systems: [toy('all')],
    actors: [toyMover('other')],
    seed: 1,
    start: toFraction(0),
  });
  simulation.advanceTo(toFraction(0.1));
  alone.advanceTo(toFraction(0.1));
  expect(simulation.hash('only')).toBe(alone.hash('all'));
  expect(simulation.hash('all')).not.toBe(alone.hash('all'));
});

test('a ground collides with the parts that press it, every other system with the whole actor', () => {
  const points = { ...toySystem, shows: 'points' as const };
  const colliders = toyMover('runner').createColliders();
  const pressing = { name: 'runner', createColliders: () => ({ ...colliders, pressing: [] }) };
  const run = (actor: ColliderSource) => {
    const simulation = new Simulation({
      systems: [toy('ground'), { ...toy('points'), definition: points, reads: [] }],
      actors: [actor],
      seed: 5,
      start: toFraction(0),
    });
    simulation.advanceTo(toFraction(0.1));
    return simulation;
  };
  const [whole, part] = [run(toyMover('runner')), run(pressing)];
  expect(part.hash('points')).toBe(whole.hash('points'));
  expect(part.hash('ground')).not.toBe(whole.hash('ground'));
});

test('a snapshot has stable bytes, and a damaged one is refused', () => {
  const snapshot = {
    key: 'scene ü',
    systems: [
      { name: 'a', tick: 7, bytes: Uint8Array.of(1, 2, 3) },
      { name: 'b', tick: 0, bytes: new Uint8Array(0) },
    ],
  };
  const bytes = encodeSnapshot(snapshot);
  expect(decodeSnapshot(bytes)).toEqual(snapshot);
  expect(() => decodeSnapshot(bytes.subarray(0, bytes.length - 1))).toThrow(InputError);
  expect(() => decodeSnapshot(bytes.subarray(0, 5))).toThrow(InputError);
  expect(() => decodeSnapshot(Uint8Array.of(9, 9, 9, 9, 9, 9, 9, 9, 9))).toThrow(InputError);
});

test('a snapshot of another scene is refused', () => {
  const bytes = simulate([toy('a')]).save('');
  expect(() => simulate([toy('b')]).load(bytes)).toThrow(InputError);
});
