import { expect, test } from 'vitest';
import type { Output, Simulation } from '../../src/index.ts';
import type { LiveHeightfield } from '../../src/systems/outputs/heightfield.ts';
import type { MorphOutput } from '../../src/systems/outputs/morph.ts';
import type { PointsOutput } from '../../src/systems/outputs/points.ts';
import type { ShellsOutput } from '../../src/systems/outputs/shells.ts';
import { buffersOf, listFacts, OutputChanges } from './output-changes.ts';

const rectangle = { i0: 0, j0: 0, columns: 2, rows: 1 };

function ground(name: string, height: number): LiveHeightfield {
  const changed = [rectangle];
  return {
    kind: 'heightfield',
    name,
    cell: 0.01,
    datum: 0,
    heightUnit: 2 ** -20,
    extent: null,
    material: 'sand',
    changed: () => rectangle,
    read: (out) => out.fill(height),
    readInitial: (out) => out.fill(0),
    readPressed: (out) => out.fill(1),
    takeChanges: () => changed.splice(0),
  };
}

const belly: MorphOutput = {
  kind: 'morph',
  name: 'belly',
  actor: 'walker',
  modeCount: 2,
  surfaces: [
    { surface: 0, vertices: Uint32Array.of(3), shapes: new Float32Array(6), normals: new Float32Array(6) },
  ],
  amplitudes: Float64Array.of(0.5, -0.25),
};

/** Two particles in arrays that have room for three. */
const embers: PointsOutput = {
  kind: 'points',
  name: 'particles',
  count: 2,
  capacity: 3,
  ids: Uint32Array.of(4, 7, 0),
  positions: Float32Array.of(1, 2, 3, 4, 5, 6, 0, 0, 0),
  velocities: new Float32Array(9),
  orientations: null,
  colors: new Float32Array(12).fill(0.5),
  sizes: Float32Array.of(0.1, 0.2, 0),
  birthTimes: new Float32Array(3),
  attributes: new Map(),
  look: 'ember',
};

const shown: Record<string, readonly Output[]> = {
  beach: [ground('surface', 7)],
  layers: [ground('upper', 1), ground('lower', 2)],
  flesh: [belly],
};
const simulation = { outputs: (name: string) => shown[name] } as unknown as Pick<Simulation, 'outputs'>;
const systems = Object.keys(shown);

test('every output is sent by its kind, with a name that is unique in the scene', () => {
  const changes = new OutputChanges(systems);
  const changed = changes.take(simulation);
  expect(changed.map(({ kind, name }) => [kind, name])).toEqual([
    ['heightfield', 'beach'],
    ['heightfield', 'layers'],
    ['heightfield', 'layers/lower'],
    ['morph', 'flesh'],
  ]);
  expect(changed[1]).toMatchObject({ rectangle, heights: Int32Array.of(1, 1), pressed: Uint8Array.of(1, 1) });
  expect(changed[3]).toEqual({ kind: 'morph', name: 'flesh', amplitudes: Float64Array.of(0.5, -0.25) });
  expect(listFacts(simulation, systems)).toEqual([
    { kind: 'morph', name: 'flesh', actor: 'walker', modeCount: 2, surfaces: belly.surfaces },
  ]);
});

test('sent changes stay the same when the simulation continues', () => {
  const changed = new OutputChanges(systems).take(simulation).at(-1);
  belly.amplitudes[0] = 9;
  expect(changed).toMatchObject({ amplitudes: Float64Array.of(0.5, -0.25) });
});

test('unchanged rectangles are only sent again after a jump, weights every time', () => {
  const changes = new OutputChanges(systems);
  shown.beach = [ground('surface', 7)];
  changes.take(simulation);
  expect(changes.take(simulation).map(({ kind }) => kind)).toEqual(['morph']);
  changes.forget();
  expect(changes.take(simulation).map(({ name }) => name)).toEqual(['beach', 'flesh']);
});

test('all existing particles are sent every time, in arrays that can be transferred', () => {
  const simulation = { outputs: () => [embers] } as unknown as Pick<Simulation, 'outputs'>;
  expect(listFacts(simulation, ['sparks'])).toEqual([{ kind: 'points', name: 'sparks', look: 'ember' }]);
  const changes = new OutputChanges(['sparks']);
  changes.take(simulation);
  const [changed] = changes.take(simulation);
  expect(changed).toEqual({
    kind: 'points',
    name: 'sparks',
    count: 2,
    ids: Uint32Array.of(4, 7),
    positions: Float32Array.of(1, 2, 3, 4, 5, 6),
    orientations: null,
    colors: new Float32Array(8).fill(0.5),
    sizes: Float32Array.of(0.1, 0.2),
  });
  const buffers = buffersOf([changed]);
  expect(structuredClone(changed, { transfer: buffers as ArrayBuffer[] })).toMatchObject({ count: 2 });
  expect(buffers.every(({ byteLength }) => byteLength === 0)).toBe(true);
  // The arrays of the simulation itself must not be transferred.
  expect(embers.positions[4]).toBe(5);
});

test('the constant data of shells is sent once, their state every time', () => {
  const coat = {
    kind: 'shells',
    name: 'fur',
    actor: 'fox',
    vertexCount: 1,
    indices: Uint32Array.of(0, 0, 0),
    roots: Float32Array.of(1, 2, 3),
    normals: Float32Array.of(0, 1, 0),
    offsets: Float32Array.of(0, 0.1, 0),
  } as unknown as ShellsOutput;
  const simulation = { outputs: () => [coat] } as unknown as Pick<Simulation, 'outputs'>;
  const [facts] = listFacts(simulation, ['coat']);
  expect(facts).toEqual({
    kind: 'shells',
    name: 'coat',
    actor: 'fox',
    vertexCount: 1,
    indices: coat.indices,
  });
  const changes = new OutputChanges(['coat']);
  changes.take(simulation);
  const [changed] = changes.take(simulation);
  const { roots, normals, offsets } = coat;
  const motion = { roots: roots.slice(), normals: normals.slice(), offsets: offsets.slice() };
  expect(changed).toEqual({ kind: 'shells', name: 'coat', ...motion });
  const over = structuredClone(changed, { transfer: buffersOf([changed]) as ArrayBuffer[] });
  // Data that was sent must not change when the simulation continues.
  coat.offsets[1] = 9;
  expect(over).toEqual({ kind: 'shells', name: 'coat', ...motion });
  expect(coat.roots).toHaveLength(3);
});
