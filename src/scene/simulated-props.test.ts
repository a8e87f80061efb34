import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRigidPose } from '../motion/rigid-motion.ts';
import { toFraction } from '../simulation/fraction.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { PrepareCache } from '../systems/prepare-context.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const mannequin = readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url));
const sand = { system: 'ground', name: 'sand', material: 'sand', cell: 0.04, noiseAmplitude: 0 };
const crate = { name: 'crate', box: [0.3, 0.3, 0.3], position: [0, 0.6, 0], simulated: true, mass: 30 };

async function open(
  actors: readonly object[],
  end = 0.6,
  systems: readonly object[] = [sand],
  cache?: PrepareCache,
) {
  const scene = { version: 1, time: { start: 0, end, fps: 10 }, actors, systems };
  const files = { read: (path: string) => ({ 'walker.glb': new Uint8Array(mannequin) })[path] };
  return openScene(parseScene(scene), files, { cache });
}

type Plan = Awaited<ReturnType<typeof open>>;

function hashAt(plan: Plan, t: number): string {
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  simulation.advanceTo(toFraction(t));
  return simulation.hash('sand');
}

function positionAt(plan: Plan, name: string, t: number): number[] {
  const pose = createRigidPose();
  plan.actors.find((actor) => actor.name === name)!.body!.motion.sample(pose, t);
  return [...pose.position];
}

test('a simulated crate falls, presses the ground, and its report has forces, depths and speeds', async () => {
  const plan = await open([crate]);
  const { mass, body } = plan.actors[0].report.groundResponse!;
  expect(mass).toBe(30);
  expect(body!.loads.length).toBe(37);
  expect([body!.sinkages, body!.drags!, body!.speeds!].every(({ length }) => length === 37)).toBe(true);
  expect(body!.load).toBeGreaterThan(30 * 9.81);
  expect(body!.sinkage).toBeGreaterThan(0.003);
  expect(positionAt(plan, 'crate', 0.6)[1]).toBeLessThan(0.15);
  const again = await open([crate]);
  expect(again.hash).toBe(plan.hash);
  expect(positionAt(again, 'crate', 0.6)).toEqual(positionAt(plan, 'crate', 0.6));
  expect(hashAt(plan, 0.45)).not.toBe(hashAt(plan, 0.1));
});

test('a crate lies on a table, a lid is carried, and a walking foot kicks a ball', async () => {
  const plan = await open(
    [
      { ...crate, name: 'kicked', box: [0.2, 0.2, 0.2], mass: 1, position: [0.1, 0.1, 0.7] },
      { name: 'lid', box: [0.3, 0.02, 0.3], parent: 'crate', position: [0, 0.16, 0] },
      { ...crate, position: [3, 1.2, 0] },
      { name: 'table', box: [1, 0.8, 1], position: [3, 0.4, 0] },
      { name: 'walker', file: 'walker.glb', clip: 'walk', position: [0, 0, -0.5] },
    ],
    1.5,
  );
  expect(positionAt(plan, 'crate', 1.5)[1]).toBeCloseTo(0.95, 2);
  expect(positionAt(plan, 'lid', 1.5)[1]).toBeCloseTo(1.11, 2);
  expect(positionAt(plan, 'kicked', 1.5)[2]).toBeGreaterThan(0.85);
});

test('values that only simulated objects have, or cannot have, are refused', async () => {
  const cases: [object[], string, object[]?][] = [
    [
      [{ ...crate, simulated: false, velocity: [1, 0, 0] }],
      'actors[0].velocity: only a simulated object has this',
    ],
    [[{ ...crate, groundResponse: 1 }], 'actors[0].groundResponse: a simulated object moves by itself'],
    [[{ ...crate, releaseTime: 1 }], 'actors[0].releaseTime: expected keys, poses or a parent beside it'],
    [
      [crate, { ...crate, name: 'other', parent: 'crate' }],
      'actors[1].parent: expected a parent that is not simulated, but "crate" is',
    ],
    [[crate], 'actors[0].simulated: expected a ground in the scene', [{ ...sand, actors: [] }]],
  ];
  for (const [actors, message, systems] of cases)
    await expect(open(actors, 0.1, systems).catch((error: Error) => error.message)).resolves.toContain(
      message,
    );
});

test('an object that starts in the ground is raised, with a warning', async () => {
  const plan = await open([{ ...crate, position: [0, 0.05, 0] }], 0.1);
  expect(plan.actors[0].report.warnings.join()).toContain('is 0.1 m deep in the ground at its release');
  expect(positionAt(plan, 'crate', 0)[1]).toBeCloseTo(0.15, 3);
});

test('an object that sinks finds the rut of a simulated one, in whatever order they are listed', async () => {
  const snow = [{ ...sand, material: 'snow' }];
  // It is beside the rut until 1 s.
  const poses = [
    { time: 0, position: [0, 0.15, 3] },
    { time: 1, position: [0, 0.15, 3] },
    { time: 1.05, position: [0, 0.15, 0] },
  ];
  const light = { name: 'light', box: [0.3, 0.3, 0.3], poses, groundResponse: 1, mass: 2 };
  const thrown = { ...crate, position: [-0.6, 0.16, 0], velocity: [4, 0, 0], mass: 60 };
  const sinkage = async (actors: readonly object[], cache?: PrepareCache) => {
    const plan = await open(actors, 1.3, snow, cache);
    const { sinkages } = plan.actors.find(({ name }) => name === 'light')!.report.groundResponse!.body!;
    return sinkages.at(-1)!;
  };
  const inRut = await sinkage([thrown, light]);
  expect(inRut).toBeGreaterThan((await sinkage([light])) + 0.02);
  // The same with a motion and a rut that were simulated before.
  const { cache, keys } = createCache();
  for (let k = 0; k < 2; k++) expect(await sinkage([light, thrown], cache)).toBe(inRut);
  expect(keys.length).toBe(1);
});

/** A cache in memory, and the keys of what was put into it. */
function createCache() {
  const entries = new Map<string, Uint8Array>();
  const keys: string[] = [];
  const cache: PrepareCache = {
    // As Node reads files: a view of a larger buffer.
    get: async (key) => {
      const bytes = entries.get(key);
      return bytes && Buffer.concat([Buffer.alloc(8), bytes]).subarray(8);
    },
    put: async (key, bytes) => {
      keys.push(key);
      entries.set(key, bytes);
    },
  };
  return { cache, entries, keys };
}

test('a scene that is opened again, as threads do, does not simulate again, unless what it reads has changed or was damaged', async () => {
  const { cache, entries, keys } = createCache();
  const first = await open([crate], 0.4, [sand], cache);
  const again = await open([crate], 0.4, [sand], cache);
  expect(keys.length).toBe(1);
  expect(again.actors[0].report).toEqual(first.actors[0].report);
  for (const t of [0, 0.123, 0.4])
    expect(positionAt(again, 'crate', t)).toEqual(positionAt(first, 'crate', t));
  expect(hashAt(again, 0.3)).toBe(hashAt(first, 0.3));
  await open([{ ...crate, mass: 31 }], 0.4, [sand], cache);
  expect(keys.length).toBe(2);
  entries.set(keys[0], entries.get(keys[0])!.slice(0, -8));
  const mended = await open([crate], 0.4, [sand], cache);
  expect(keys).toEqual([keys[0], keys[1], keys[0]]);
  expect(positionAt(mended, 'crate', 0.4)).toEqual(positionAt(first, 'crate', 0.4));
});
