import { expect, test } from 'vitest';
import { toFraction } from '../simulation/fraction.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { createMemoryCache } from '../systems/memory-cache.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { ShellsOutput } from '../systems/outputs/shells.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { simulatePlan } from './testing/simulate-plan.ts';
import { softLimbFiles } from './testing/soft-limb.ts';

const cache = createMemoryCache();
const coat = {
  system: 'fur',
  name: 'coat',
  actor: 'limb',
  surfaces: ['limb'],
  layerCount: 12,
  texels: 16,
  rate: 30,
};
/** The lower part of the limb, which stands on y = 0.16 m, is in this mud. */
const mud = {
  system: 'ground',
  name: 'mud',
  material: 'mud',
  cell: 0.02,
  rate: 30,
  size: [1, 2],
  datum: 0.2,
  noiseAmplitude: 0,
  stickingDepth: 0.002,
};

async function open(...systems: object[]): Promise<Simulation> {
  const scene = {
    version: 1,
    time: { start: 0, end: 1, fps: 10 },
    actors: [{ name: 'limb', file: 'limb.glb', clip: 'swing', scale: 1, travel: 'still' }],
    systems,
  };
  const files = { read: (name: string) => softLimbFiles.get(name) };
  return simulatePlan(await openScene(parseScene(scene), files, { cache }));
}

async function simulate(seconds: number, ...systems: object[]): Promise<Simulation> {
  const simulation = await open(...systems);
  simulation.advanceTo(toFraction(seconds));
  return simulation;
}

const shellsOf = (run: Simulation) => run.outputs('coat')[0] as ShellsOutput;
const hasMoved = (offsets: Float32Array, others: Float32Array, v: number) =>
  [0, 1, 2].some((axis) => offsets[3 * v + axis] !== others[3 * v + axis]);

test('strands on skin that was in mud are heavier, and all others stay as they are', async () => {
  const [clean, soiled] = await Promise.all(
    [0, 6].map((stickingMass) => simulate(0.5, mud, { ...coat, stickingMass })),
  );
  const covers = (clean.outputs('mud')[0] as HeightfieldOutput).readCovers!();
  expect(covers.some(({ amounts }) => amounts.includes(255))).toBe(true);
  const { coveredFraction, warnings } = soiled.report('coat') as {
    coveredFraction: number;
    warnings: string[];
  };
  expect(coveredFraction).toBeGreaterThan(0.05);
  expect(coveredFraction).toBeLessThan(0.9);
  expect(warnings.filter((text) => text.includes('stickingMass'))).toEqual([]);
  const [before, after] = [shellsOf(clean), shellsOf(soiled)];
  const moved = Array.from({ length: before.vertexCount }, (_, v) =>
    hasMoved(before.offsets, after.offsets, v),
  );
  expect(moved.filter(Boolean).length / before.vertexCount).toBeCloseTo(coveredFraction, 5);
});

test('a run continued from a snapshot has the same result as an uninterrupted one', async () => {
  const systems = [{ ...coat, stickingMass: 6 }, mud];
  const whole = await simulate(0.3, ...systems);
  const bytes = whole.save('');
  const later = await open(...systems);
  later.load(bytes);
  expect(later.report('coat')).toEqual(whole.report('coat'));
  for (const run of [whole, later]) run.advanceTo(toFraction(0.6));
  for (const name of ['coat', 'mud']) expect(later.hash(name)).toBe(whole.hash(name));
  expect(shellsOf(later).offsets).toEqual(shellsOf(whole).offsets);
  const without = await open(coat, mud);
  expect(() => without.load(bytes)).toThrow('stickingMass');
});

test('a coat that reads no ground that sticks says so', async () => {
  const run = await simulate(0.1, { ...mud, stickingDepth: 0 }, { ...coat, stickingMass: 6 });
  expect((run.report('coat') as { warnings: string[] }).warnings.join()).toContain(
    '`stickingMass` has no effect',
  );
});

test('stickingMass is refused on a patch, and beside loop', async () => {
  const { actor: _, surfaces: __, ...patch } = coat;
  await expect(open(mud, { ...patch, stickingMass: 2 })).rejects.toThrow('to whose skin a ground sticks');
  await expect(open(mud, { ...coat, loop: true, stickingMass: 2 })).rejects.toThrow('does not repeat');
});
