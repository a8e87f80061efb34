import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { createActor } from '../motion/actor.ts';
import { driveStride } from '../motion/drive.ts';
import { type FleshParams, fleshParams } from './flesh/params.ts';
import { prepareFlesh } from './flesh/prepare.ts';
import { fleshSystem } from './flesh/system.ts';
import { createTwoBoxes } from './flesh/testing/two-boxes.ts';
import { furSystem } from './fur/system.ts';
import { FurRun } from './fur/testing/fur-run.ts';
import { type GroundParams, groundParams } from './ground/params.ts';
import { groundSystem } from './ground/system.ts';
import { makeGround, pressDown } from './ground/testing/grounds.ts';
import { createBall } from './ground/testing/shapes.ts';
import { systemEntries } from './index.ts';
import { defaultParams, fillParams } from './params.ts';
import { particlesSystem } from './particles/system.ts';
import { ParticleRun } from './particles/testing/particle-run.ts';
import { noFiles } from './testing/no-files.ts';

/** A small state of a system, as bytes, and how it is loaded. */
interface Saved {
  readonly bytes: Uint8Array;
  readonly hash: string;
  load(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly hash: string };
}

async function saveFlesh(joints: string[]): Promise<Saved> {
  const actor = createActor(createTwoBoxes(0), { name: 'boxes', clip: null });
  const params = fillParams(fleshParams, { actor: 'boxes', joints, elements: 60, modes: 3 }) as FleshParams;
  const context = {
    ...noFiles,
    path: 'systems[0]',
    name: 'flesh',
    actors: new Map([['boxes', actor]]),
    results: new Map(),
  };
  const prepared = (await prepareFlesh(params, context))!;
  const drives = prepared.parts.map(() => ({
    name: '',
    start: new Float64Array(driveStride),
    end: new Float64Array(driveStride),
    cut: false,
  }));
  const inputs = { drives, startTime: 0, colliders: [], heightfields: [], surfaces: [] };
  return describe(fleshSystem, fleshSystem.create(params, inputs, 1, prepared), params, prepared);
}

/** Saves a state of a system, and loads it for a system with the same parameters. */
// biome-ignore lint/suspicious/noExplicitAny: systems differ in their states.
function describe(system: any, state: unknown, params: unknown, prepared: unknown): Saved {
  const bytesOf = (one: unknown) => ({
    bytes: system.save(one) as Uint8Array,
    hash: system.hash(one) as string,
  });
  return { ...bytesOf(state), load: (bytes) => bytesOf(system.load(params, bytes, prepared)) };
}

const samples: Record<string, () => Promise<Saved>> = {
  flesh: () => saveFlesh(['a']),
  'flesh of several parts': () => saveFlesh(['a', 'b']),
  fur: async () => {
    const run = (await FurRun.open({ size: [0.2, 0.2], spacing: 0.1 })).runTo(0.05);
    return describe(furSystem, run.state, run.params, run.prepared);
  },
  ground: async () => {
    const state = makeGround({ cell: 0.05 });
    pressDown(state, createBall(0.2), 0.02, 3);
    const params = { ...defaultParams(groundParams), noiseAmplitude: 0, noiseWavelength: 0.6, cell: 0.05 };
    return describe(groundSystem, state, params as GroundParams, undefined);
  },
  particles: async () => {
    const run = await ParticleRun.open({
      shapes: [
        { shape: 'ball', name: 'ball' },
        { shape: 'box', name: 'box', position: [2, 2, 0] },
      ],
      sources: [{ from: 'ball', count: 5 }],
      keys: [{ to: ['box'], kind: 'density', start: 0.05, end: 0.5 }],
      collide: false,
    });
    run.runTo(0.1);
    return describe(particlesSystem, run.state, run.params, run.prepared);
  },
};

test('every system is tried', () => {
  const tried = Object.keys(samples).map((name) => name.split(' ')[0]);
  expect([...new Set(tried)].sort()).toEqual(systemEntries.map(({ name }) => name).sort());
});

test.each(Object.keys(samples))(
  'saved %s: the same after loading; refused in words wherever it is cut off',
  async (name) => {
    const { bytes, hash, load } = await samples[name]();
    for (const same of [bytes, Buffer.from(bytes)]) expect(load(same)).toEqual({ bytes, hash });
    const others = [
      new Uint8Array([...bytes, 0]),
      new Uint8Array(40),
      bytes.map((byte, k) => (k === 3 ? 0 : byte)),
    ];
    const cut = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
    for (const wrong of [...others, ...cut]) {
      let error: unknown;
      try {
        load(wrong);
      } catch (caught) {
        error = caught;
      }
      expect(error, `${wrong.length} of ${bytes.length} bytes`).toBeInstanceOf(InputError);
      expect((error as InputError).message).toMatch(/^expected (a )?saved \w+.*, got /);
    }
  },
);
