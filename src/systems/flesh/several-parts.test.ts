import { expect, test } from 'vitest';
import { type Actor, createActor } from '../../motion/actor.ts';
import { type Drive, driveStride } from '../../motion/drive.ts';
import { createMemoryCache } from '../memory-cache.ts';
import { defaultParams } from '../params.ts';
import type { SystemInputs } from '../system.ts';
import { noFiles } from '../testing/no-files.ts';
import { type FleshParams, fleshParams } from './params.ts';
import type { FleshPart } from './part.ts';
import { type FleshPrepared, prepareFlesh } from './prepare.ts';
import { fleshSystem } from './system.ts';
import { createTwoBoxes } from './testing/two-boxes.ts';

const params: FleshParams = { ...defaultParams(fleshParams), elements: 300, modes: 4, stiffness: 4000 };
const actor = createActor(createTwoBoxes(0), { name: 'boxes', clip: null });

async function prepare(
  given: Partial<FleshParams> = {},
  more: { actor?: Actor; cache?: ReturnType<typeof createMemoryCache>; messages?: string[] } = {},
): Promise<FleshPrepared> {
  const prepared = await prepareFlesh(
    { ...params, ...given },
    {
      ...noFiles,
      path: 'systems[0]',
      name: 'flesh',
      actors: new Map([['boxes', more.actor ?? actor]]),
      results: new Map(),
      cache: more.cache,
      progress: (_, message) => void more.messages?.push(message),
    },
  );
  return prepared!;
}

/** Returns the fields of a part that determine its motion. */
const motionOf = ({ node, omega2, transfer, surfaces }: FleshPart) => ({ node, omega2, transfer, surfaces });

test('more elements and modes than fit into memory are refused before meshing', async () => {
  const messages: string[] = [];
  await expect(prepare({ elements: 200_000, modes: 60 }, { messages })).rejects.toThrow(
    /^systems\[0\]\.elements: expected elements whose shapes are found within 4 GB .*at most 1\d\d000 elements, or fewer modes$/,
  );
  expect(messages).toEqual([]);
});

test('the motion of a body does not depend on other bodies', async () => {
  const both = await prepare();
  expect(both.parts.map(({ part }) => [part.name, part.node])).toEqual([
    ['flesh', 1],
    ['flesh-part-2', 2],
  ]);
  for (const [k, joint] of ['a', 'b'].entries()) {
    const alone = await prepare({ joints: [joint] });
    expect(alone.parts).toHaveLength(1);
    expect(motionOf(both.parts[k].part)).toEqual(motionOf(alone.parts[0].part));
  }
  expect(both.parts.flatMap(({ part }) => part.quality.warnings)).toEqual([]);
  expect(both.files.map(({ name, extension: ending }) => `${name}.${ending}`)).toEqual([
    'flesh.flesh',
    'flesh-part-2.flesh',
  ]);
});

test('all parts are read from the cache, and prepared again if one is missing', async () => {
  const cache = createMemoryCache();
  const made = await prepare({}, { cache });
  const messages: string[] = [];
  const found = await prepare({}, { cache, messages });
  expect(messages).toEqual(['found prepared']);
  expect(found.parts).toEqual(made.parts);
  await cache.put(found.parts[1].part.key, new Uint8Array(3));
  expect((await prepare({}, { cache })).parts).toEqual(made.parts);
});

test('each part follows its own bone, has its own output, and continues from a saved state', async () => {
  const prepared = await prepare();
  expect(fleshSystem.drives!(params, prepared).map(({ node }) => node)).toEqual([1, 2]);
  const drives = [0, 1].map(
    (k): Drive => ({
      name: `bone ${k}`,
      start: new Float64Array(driveStride),
      end: new Float64Array(driveStride),
      cut: false,
    }),
  );
  const inputs = { drives, startTime: 0 } as unknown as SystemInputs;
  const states = fleshSystem.create(params, inputs, 1, prepared);
  // The second bone is pushed along x.
  drives[1].start[0] = drives[1].end[0] = 5;
  for (let tick = 0; tick < 30; tick++) fleshSystem.step(states, inputs, tick / 240, 1 / 240);
  const outputs = fleshSystem.outputs(states);
  expect(outputs.map(({ name }) => name)).toEqual(['shape', 'part-2']);
  expect(states[0].amplitudes.every((q) => q === 0)).toBe(true);
  expect(states[1].amplitudes.some((q) => q !== 0)).toBe(true);
  const loaded = fleshSystem.load(params, fleshSystem.save(states), prepared);
  expect(fleshSystem.hash(loaded)).toBe(fleshSystem.hash(states));
  for (const list of [states, loaded]) fleshSystem.step(list, inputs, 30 / 240, 1 / 240);
  expect(fleshSystem.hash(loaded)).toBe(fleshSystem.hash(states));
  const report = fleshSystem.report(states) as { parts: { name: string; volume: number }[]; volume: number };
  expect(report.parts.map(({ name }) => name)).toEqual(['flesh', 'flesh-part-2']);
  expect(report.volume).toBeCloseTo(report.parts[0].volume + report.parts[1].volume, 6);
});

test('each joint carries a part of its own where it is asked for', async () => {
  const both = await prepare({ joints: ['a', 'b'], eachJoint: true });
  for (const [k, joint] of ['a', 'b'].entries()) {
    const alone = await prepare({ joints: [joint] });
    expect(motionOf(both.parts[k].part)).toEqual(motionOf(alone.parts[0].part));
  }
  await expect(prepare({ eachJoint: true })).rejects.toThrow('eachJoint: expected "joints"');
  await expect(prepare({ eachJoint: true, joints: ['a'], bone: 'a' })).rejects.toThrow('with "bone"');
});

test('equal bodies on separate surfaces are each prepared, with a cache too', async () => {
  const whole = createTwoBoxes(0.1);
  const [surface] = whole.surfaces;
  const half = surface.positions.length / 2;
  const surfaces = [0, 1].map((k) => ({
    ...surface,
    name: `box ${k}`,
    positions: surface.positions.slice(k * half, (k + 1) * half),
    indices: surface.indices.slice(0, surface.indices.length / 2),
    jointIndices: surface.jointIndices.slice((k * half) / 3, ((k + 1) * half) / 3),
    jointWeights: surface.jointWeights.slice((k * half) / 3, ((k + 1) * half) / 3),
  }));
  const boxes = createActor({ ...whole, surfaces }, { name: 'boxes', clip: null });
  const cache = createMemoryCache();
  for (let round = 0; round < 2; round++) {
    const { parts } = await prepare({}, { actor: boxes, cache });
    expect(parts.map(({ part }) => part.surfaces.map((own) => own.surface))).toEqual([[0], [1]]);
    expect(parts[0].part.key).not.toBe(parts[1].part.key);
  }
});
