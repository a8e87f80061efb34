import { expect, test } from 'vitest';
import { toFraction } from '../simulation/fraction.ts';
import { createMemoryCache } from '../systems/memory-cache.ts';
import type { LiveHeightfield } from '../systems/outputs/heightfield.ts';
import type { PointsOutput } from '../systems/outputs/points.ts';
import type { ShellsOutput } from '../systems/outputs/shells.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { selectParts } from './select-parts.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

type Entry = Record<string, unknown>;

/** A slope that rises with x from 1 to 3 m, 4 m wide. */
const slope = 'v -2 1 -2\nv 2 3 -2\nv 2 3 2\nv -2 1 2\nf 1 4 3\nf 1 3 2\n';
const heightOfSlope = (x: number) => 2 + x / 2;

const hill: Entry = {
  system: 'ground',
  name: 'hill',
  terrain: 'slope.obj',
  terrainSpacing: [0.1, 0.1],
  cell: 0.05,
};
const plain: Entry = { system: 'ground', name: 'plain', datum: 0.4, noiseAmplitude: 0, cell: 0.05 };
const grass: Entry = {
  system: 'fur',
  name: 'grass',
  size: [2, 1],
  spacing: 0.25,
  layerCount: 12,
  texels: 16,
};
const leaves: Entry = {
  system: 'particles',
  name: 'leaves',
  size: 0.02,
  shapes: [{ shape: 'box', name: 'crown', size: [2, 0.2, 1], position: [0, 3.2, 0] }],
  sources: [{ from: 'crown', count: 40 }],
  forces: [{ force: 'gravity' }, { force: 'drag' }],
};

const cache = createMemoryCache();
const files = {
  read: (name: string) => (name === 'slope.obj' ? new TextEncoder().encode(slope) : undefined),
};
const sceneOf = (...systems: Entry[]) => parseScene({ version: 1, time: { start: 0, end: 2 }, systems });

async function simulate(seconds: number, ...systems: Entry[]) {
  const simulation = simulatePlan(await openScene(sceneOf(...systems), files, { cache }));
  simulation.advanceTo(toFraction(seconds));
  return simulation;
}

type Run = Awaited<ReturnType<typeof simulate>>;

/** Returns [x, y] of every root of the grass. */
function rootsOf(run: Run): number[][] {
  const { roots, vertexCount } = run.outputs('grass')[0] as ShellsOutput;
  return Array.from({ length: vertexCount }, (_, v) => [roots[3 * v], roots[3 * v + 1]]);
}

function leavesOf(run: Run): number[][] {
  const { positions, count } = run.outputs('leaves')[0] as PointsOutput;
  return Array.from({ length: count }, (_, v) => [positions[3 * v], positions[3 * v + 1]]);
}

test('by default, grass has its roots on a terrain and leaves lie on it', async () => {
  const run = await simulate(1.2, hill, grass, leaves);
  for (const [x, y] of rootsOf(run)) expect(y).toBeCloseTo(heightOfSlope(x), 2);
  // Some leaves have slid down and over the edge.
  const lying = leavesOf(run).filter(([x]) => Math.abs(x) < 1.95);
  expect(lying.length).toBeGreaterThan(20);
  for (const [x, y] of lying) {
    expect(y).toBeGreaterThan(heightOfSlope(x));
    expect(y).toBeLessThan(heightOfSlope(x) + 0.05);
  }
});

test('the order of systems in a scene makes no difference', async () => {
  const orders = [
    [hill, plain, grass, leaves],
    [leaves, grass, plain, hill],
  ];
  const hashes = await Promise.all(
    orders.map(async (systems) => {
      const run = await simulate(1, ...systems);
      return ['hill', 'plain', 'grass', 'leaves'].map((name) => run.hash(name));
    }),
  );
  expect(hashes[1]).toEqual(hashes[0]);
});

test('reads: [] excludes all grounds, and a name selects one', async () => {
  const none = await simulate(1, hill, { ...grass, reads: [] }, { ...leaves, reads: [] });
  for (const [, y] of rootsOf(none)) expect(y).toBe(0);
  expect(Math.min(...leavesOf(none).map(([x, y]) => y - heightOfSlope(x)))).toBeLessThan(-0.5);
  const low = await simulate(0.1, hill, plain, { ...grass, reads: ['plain'] });
  for (const [, y] of rootsOf(low)) expect(y).toBeCloseTo(0.4, 3);
});

test('of grounds above each other, the highest is used', async () => {
  const high = { ...plain, name: 'a-table', datum: 2.2 };
  const run = await simulate(0.1, plain, hill, high, grass);
  for (const [x, y] of rootsOf(run)) expect(y).toBeCloseTo(Math.max(2.2, heightOfSlope(x)), 2);
});

test('a run continued from a snapshot has the same result as an uninterrupted one', async () => {
  const whole = await simulate(0.7, leaves, grass, hill);
  const bytes = whole.save('');
  whole.advanceTo(toFraction(1.2));
  const later = await simulate(0, leaves, grass, hill);
  later.load(bytes);
  later.advanceTo(toFraction(1.2));
  for (const name of ['grass', 'leaves']) expect(later.hash(name)).toBe(whole.hash(name));
});

test('selecting a system of a scene keeps the grounds that it reads, and no others', () => {
  const coat = { ...leaves, name: 'sparks', collide: false };
  const scene = sceneOf(hill, plain, grass, coat);
  const kept = (name: string) => selectParts(scene, [name]).systems.map((system) => system.name);
  expect(kept('grass')).toEqual(['hill', 'plain', 'grass']);
  expect(kept('sparks')).toEqual(['sparks']);
  expect(kept('plain')).toEqual(['plain']);
});

test('reads accepts only grounds', () => {
  expect(() => sceneOf(hill, leaves, { ...grass, reads: ['leaves'] })).toThrow(
    'systems[2].reads[0]: no other ground is called "leaves", known are "hill"',
  );
  expect(() => sceneOf(hill, { ...grass, reads: ['hil'] })).toThrow('did you mean "hill"?');
});

test('systems that read a ground do not change it', async () => {
  const alone = await simulate(0.3, plain);
  const below = await simulate(0.3, plain, grass, leaves);
  expect(below.hash('plain')).toBe(alone.hash('plain'));
  expect((below.outputs('plain')[0] as LiveHeightfield).changed()).toBeNull();
});
