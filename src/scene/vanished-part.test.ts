import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bakeScene } from '../bake/bake-scene.ts';
import { openContainer } from '../files/gltf/container.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { GltfBuilder, packGlb } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { validateGltf } from '../files/testing/validate-gltf.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { sharedPath } from '../testing/shared.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { simulatePlan } from './testing/simulate-plan.ts';

/** Returns two boxes, 2 m apart, that enter and leave the ground three times. The size of the left box changes over time. */
function boxes(sizes: readonly number[], interpolation: 'STEP' | 'LINEAR' = 'STEP'): Uint8Array {
  const builder = new GltfBuilder();
  const mesh = builder.addMesh(
    cube.positions.map((part) => 0.3 * part),
    cube.indices,
  );
  const [left, right] = [-1, 1].map((x) =>
    builder.addNode({ name: x < 0 ? 'left' : 'right', mesh, translation: [x, 0.4, 0] }),
  );
  const times = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
  const heights = [0.4, 0.1, 0.4, 0.1, 0.4, 0.1, 0.4];
  builder.addAnimation('Stamp', [
    ...[left, right].map((node, k) => ({
      node,
      path: 'translation' as const,
      times,
      values: heights.flatMap((height, at) => [2 * k - 1 + 0.05 * at, height, 0]),
    })),
    {
      node: left,
      path: 'scale' as const,
      times: sizes.map((_, k) => (0.6 * k) / Math.max(1, sizes.length - 1)),
      values: sizes.flatMap((size) => [size, size, size]),
      interpolation,
    },
  ]);
  return builder.toGlb();
}

function open(
  bytes: Uint8Array,
  more: Record<string, unknown> = {},
  outputs: readonly string[] = ['default'],
) {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 0.6, fps: 10 },
    actors: [
      { name: 'boxes', file: 'boxes.glb', travel: 'still', clip: 'Stamp', scale: 1, contactParts: ['*'] },
    ],
    systems: [{ system: 'ground', name: 'yard', cell: 0.02, noiseAmplitude: 0, spray: true, ...more }],
    outputs,
  });
  return openScene(scene, { read: (name: string) => (name === 'boxes.glb' ? bytes : undefined) });
}

/** Simulates until `frame`; frames are 0.1 s apart. */
async function run(bytes: Uint8Array, frame = 6, spray = true) {
  const plan = await open(bytes, { spray });
  const simulation = simulatePlan(plan);
  simulation.advanceTo(plan.times.time(frame));
  const ground = simulation.outputs('yard')[0] as HeightfieldOutput;
  /** Returns the heights of 2 × 2 m about a position, as integers. */
  const around = (x: number) => {
    const heights = new Int32Array(101 * 101);
    ground.read(heights, { i0: Math.round(x / 0.02) - 50, j0: -50, columns: 101, rows: 101 });
    return heights;
  };
  const report = simulation.report('yard') as { spray?: { thrown: number } };
  return { around, thrown: report.spray?.thrown ?? 0 };
}

const isLevel = (heights: Int32Array) => heights.every((height) => height === 0);

test('a part of size 0 leaves no print and throws no particles; everything else is bit-identical', async () => {
  const whole = await run(boxes([1]));
  const none = await run(boxes([0]));
  expect(isLevel(whole.around(-1))).toBe(false);
  expect(isLevel(none.around(-1))).toBe(true);
  expect(none.around(1)).toEqual(whole.around(1));
  expect(whole.thrown).toBeGreaterThan(1.9 * none.thrown);
});

test('a part that vanishes in the ground and reappears keeps its print, and throws no particles', async () => {
  // The part vanishes at 0.1 s, when it is deepest in the ground.
  const there = await run(boxes([1]), 1);
  const away = await run(boxes([1, 0, 0, 0, 0, 0, 0]));
  const gone = await run(boxes([0]));
  expect(isLevel(there.around(-1))).toBe(false);
  expect(away.thrown).toBe(gone.thrown);
  expect(away.around(1)).toEqual(gone.around(1));
  // The part reappears at 0.3 s, when it is again deepest in the ground.
  const back = await run(boxes([0, 0, 0, 1, 1, 1, 1]));
  expect(isLevel(back.around(-1))).toBe(false);
  // Random numbers of thrown particles are drawn in order, so the particles of one part affect those of the other. Without spray, the
  // heights are equal.
  const dry = await Promise.all([[0, 0, 0, 1, 1, 1, 1], [0]].map((sizes) => run(boxes(sizes), 6, false)));
  expect(isLevel(dry[0].around(-1))).toBe(false);
  expect(dry[0].around(1)).toEqual(dry[1].around(1));
});

test('its bake is finite and valid, and only differs from that of the whole character in the key of the scale', async () => {
  const bake = async (bytes: Uint8Array) => {
    const files = new Map<string, Uint8Array>();
    const plan = await open(bytes, { spray: false, cell: 0.05 }, ['character', 'groundMesh']);
    await bakeScene(plan, { write: (name, written) => void files.set(name, written) });
    return files;
  };
  const [files, whole] = [await bake(boxes([0])), await bake(boxes([1]))];
  const glbs = [...files].filter(([name]) => name.endsWith('.glb'));
  expect(glbs.map(([name]) => name)).toContain('boxes-travel.glb');
  for (const [name, bytes] of glbs) {
    const problems = (await validateGltf(bytes)).filter(({ severity }) => severity <= 1);
    expect(problems, name).toEqual([]);
  }
  const clipOf = async (bytes: Uint8Array) => {
    const { clips } = await readGltf(bytes, { name: 'boxes.glb' });
    return clips.map(({ channels }) =>
      channels.filter(({ path }) => path !== 'scale').map(({ values }) => [...values]),
    );
  };
  expect(await clipOf(files.get('boxes-travel.glb')!)).toEqual(await clipOf(whole.get('boxes-travel.glb')!));
});

const cases = sharedPath('cases-2/N-03');

test.skipIf(!cases).each(['step', 'linear'])(
  'the tail of a fox that is scaled to nothing (%s) leaves the prints of its paws as they are (needs ../shared)',
  async (kind) => {
    const file = `fox-tail-scale-zero-${kind}.glb`;
    const bytes = new Uint8Array(readFileSync(`${cases}/${file}`));
    const scene = parseScene({
      version: 1,
      time: { start: 0, end: 0.8, fps: 10 },
      actors: [{ name: 'fox', file, clip: 'Run' }],
      systems: [{ system: 'ground', name: 'snow', material: 'snow', spray: true, cell: 0.05 }],
    });
    const hashOf = async (given: Uint8Array) => {
      const plan = await openScene(scene, { read: (name: string) => (name === file ? given : undefined) });
      const simulation = simulatePlan(plan);
      simulation.advanceTo(plan.times.time(8));
      return simulation.hash('snow');
    };
    expect(await hashOf(bytes)).toBe(await hashOf(withoutScale(bytes)));
  },
);

/** Returns a copy of the file in which all keys of a scale are 1. */
function withoutScale(bytes: Uint8Array): Uint8Array {
  const { json, binary } = openContainer(bytes, 'fox.glb');
  const data = binary!.slice();
  const { animations, accessors, bufferViews } = json as {
    animations: {
      channels: { sampler: number; target: { path: string } }[];
      samplers: { output: number }[];
    }[];
    accessors: { bufferView: number; byteOffset?: number; count: number }[];
    bufferViews: { byteOffset?: number }[];
  };
  for (const { channels, samplers } of animations) {
    for (const { sampler, target } of channels) {
      if (target.path !== 'scale') continue;
      const { bufferView, byteOffset = 0, count } = accessors[samplers[sampler].output];
      const at = (bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
      new Float32Array(data.buffer, data.byteOffset + at, 3 * count).fill(1);
    }
  }
  return packGlb(json, data);
}
