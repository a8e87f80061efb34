import { afterAll, describe, expect, test } from 'vitest';
import { readPlyPoints } from '../../files/ply-points.ts';
import { sameBytes } from '../../files/testing/same-bytes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { readWithThree } from '../../files/usd/testing/read-usd.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { PointsOutput } from '../../systems/outputs/points.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type BakeOptions, bakeScene } from '../bake-scene.ts';
import { createMemoryStore } from '../frame-store.ts';
import { planSwarm } from '../testing/swarm-system.ts';

const all = ['pointsPly', 'pointsUsd', 'pointsGlb'] as const;
const swarm = {
  count: 60,
  duration: 0.8,
  life: 0.5,
  isTurning: true,
  attributes: ['heat', 'my value'],
  fps: 25,
  end: 1.2,
  outputs: all,
} as const;

async function bake(plan: BakePlan, options: Partial<BakeOptions> = {}) {
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { write: (name, bytes) => void files.set(name, bytes), ...options });
  return { files, report };
}

/** Returns the output of the swarm in a frame, simulated from the start. */
function showAt(plan: BakePlan, frame: number): PointsOutput {
  const simulation = new Simulation({ systems: plan.systems, actors: [], seed: 1, start: plan.times.start });
  simulation.advanceTo(plan.times.time(frame));
  return simulation.outputs('swarm')[0] as PointsOutput;
}

const positionsOf = ({ positions, count }: PointsOutput) => [...positions.subarray(0, 3 * count)];

describe('a bake of particles that appear and disappear', async () => {
  const plan = planSwarm(swarm);
  const { files, report } = await bake(plan);

  test('each PLY holds the particles of its frame', () => {
    const names = [...files.keys()].filter((name) => name.endsWith('.ply'));
    expect(names[0]).toBe('swarm-ply/swarm.0001.ply');
    expect(names.length).toBe(31);
    for (const frame of [0, 10, 20, 28]) {
      const bytes = files.get(`swarm-ply/swarm.${String(frame + 1).padStart(4, '0')}.ply`)!;
      const shown = showAt(plan, frame);
      const points = readPlyPoints(bytes, 'a.ply');
      expect(points.count).toBe(shown.count);
      expect([...points.positions]).toEqual(positionsOf(shown));
    }
    // In the middle of the bake, some particles exist, but neither the one that is born first nor the one that is born last.
    expect(showAt(plan, 20).count).toBeGreaterThan(20);
    expect(showAt(plan, 20).ids[0]).toBeGreaterThan(0);
  });

  test('one USD holds all frames, with the numbers of the PLY files', () => {
    const specsByPath = readWithThree(files.get('swarm.usdc')!);
    const { startTimeCode, endTimeCode, timeCodesPerSecond } = specsByPath['/'].fields;
    expect([startTimeCode, endTimeCode, timeCodesPerSecond]).toEqual([1, 31, 25]);
    const { times, values } = specsByPath['/swarm.points'].fields.timeSamples as {
      times: number[];
      values: Float32Array[];
    };
    expect(times).toEqual(Array.from({ length: 31 }, (_, k) => k + 1));
    for (const frame of [0, 10, 20, 30]) expect([...values[frame]]).toEqual(positionsOf(showAt(plan, frame)));
    expect(Object.keys(specsByPath)).toContain('/swarm.primvars:my_value');
  });

  test('without a key, the GLB shows the last frame with half of the max number of particles', async () => {
    const bytes = files.get('swarm.glb')!;
    expect(await validateGltf(bytes)).toEqual([]);
    expect(new TextDecoder().decode(files.get('README.txt'))).toContain(
      'swarm.glb: the particles of frame 27 as points',
    );
  });

  test('the report counts them and names every file', () => {
    const counts = Array.from({ length: 31 }, (_, frame) => showAt(plan, frame).count);
    expect(report.systems[0].points).toEqual({
      capacity: 60,
      maxCount: Math.max(...counts),
      lastCount: counts[30],
    });
    expect(report.outputs.filter(({ kind }) => kind === 'pointsPly').length).toBe(31);
    for (const { file, bytes } of report.outputs) expect(files.get(file)!.length).toBe(bytes);
  });

  test('README.txt describes every file and every attribute', () => {
    const text = new TextDecoder().decode(files.get('README.txt'));
    for (const message of [
      'swarm-ply/swarm.0001.ply to swarm.0031.ply',
      'prim /swarm of type Points',
      'birth, orient, heat, my_value',
      'Run import-blender.py',
      '$HIP/swarm.usdc',
      'MeshLab',
    ])
      expect(text).toContain(message);
  });
});

test('some frames baked alone keep their numbers', async () => {
  const whole = await bake(planSwarm(swarm));
  const part = await bake(planSwarm({ ...swarm, frames: [5, 9] }));
  expect([...part.files.keys()].filter((name) => name.endsWith('.ply'))[0]).toBe('swarm-ply/swarm.0006.ply');
  for (let number = 6; number <= 10; number++) {
    const name = `swarm-ply/swarm.${String(number).padStart(4, '0')}.ply`;
    expect(sameBytes(part.files.get(name)!, whole.files.get(name)!)).toBe(true);
  }
  const usd = readWithThree(part.files.get('swarm.usdc')!);
  expect(usd['/'].fields.startTimeCode).toBe(6);
});

test('a file written in chunks equals the file written at once', async () => {
  const whole = await bake(planSwarm(swarm));
  const parts: number[] = [];
  const { report } = await bake(planSwarm(swarm), {
    async writeParts(_, pieces) {
      for await (const piece of pieces) parts.push(...piece);
    },
  });
  expect(sameBytes(Uint8Array.from(parts), whole.files.get('swarm.usdc')!)).toBe(true);
  expect(report.outputs.find(({ kind }) => kind === 'pointsUsd')!.bytes).toBe(parts.length);
});

test('an interrupted and resumed bake gives the same bytes', async () => {
  const whole = await bake(planSwarm(swarm));
  const frames = createMemoryStore();
  const abort = new AbortController();
  let checkpoint: Uint8Array | undefined;
  const interrupted = bake(planSwarm(swarm), {
    frames,
    signal: abort.signal,
    checkpoint: (bytes) => {
      checkpoint = bytes;
    },
    progress: ({ done }) => {
      if (done === 12) abort.abort();
    },
  });
  await expect(interrupted).rejects.toThrow();
  const resumed = await bake(planSwarm(swarm), { frames, resume: checkpoint });
  for (const [name, bytes] of whole.files) {
    if (name !== 'report.json') expect(sameBytes(resumed.files.get(name)!, bytes)).toBe(true);
  }
});

test('without any particle, files are still written, with a warning', async () => {
  const { files, report } = await bake(
    planSwarm({ ...swarm, frames: [29, 30], life: 0.01, outputs: [...all, 'contactSheet'] }),
  );
  expect(report.warnings).toEqual(['swarm: no particle exists on any of the frames that are written']);
  expect([...files.keys()]).toContain('swarm-contact-sheet.png');
  expect(await validateGltf(files.get('swarm.glb')!)).toEqual([]);
});

test('a warning is given if no system makes the requested outputs and nothing else is written', async () => {
  const bakeOf = (outputs: readonly string[]) =>
    bake(planSwarm({ ...swarm, outputs: outputs as typeof all }));
  const { report } = await bakeOf(['heightPng', 'groundMesh']);
  expect(report.warnings).toEqual([
    'nothing was written to open: no system of the scene makes heightPng, groundMesh',
  ]);
  expect((await bakeOf(['heightPng', 'pointsGlb'])).report.warnings).toEqual([]);
});

describe('outputs that cannot be written are refused before the simulation', () => {
  const huge = (count: number, end: number, outputs: typeof swarm.outputs | readonly ['pointsPly']) => {
    const plan = planSwarm({ ...swarm, count: 1, end, outputs });
    const { definition } = plan.systems[0];
    const outputsOf = (state: unknown) =>
      definition.outputs(state).map((output) => Object.create(output, { capacity: { value: count } }));
    let steps = 0;
    const counted = { ...definition, outputs: outputsOf, step: () => void steps++ };
    return { plan: { ...plan, systems: [{ ...plan.systems[0], definition: counted }] }, steps: () => steps };
  };

  test.each([
    [40_000_000, 1, all, 'frames of "swarm" cannot be written: 40000000 particles with 2 attributes'],
    [
      2_000_000,
      20,
      all,
      'pointsUsd of "swarm" cannot be written: 2000000 particles on 501 frames can come to',
    ],
  ] as const)('%i particles for %i s', async (count, end, outputs, message) => {
    const { plan, steps } = huge(count, end, outputs);
    await expect(bake(plan)).rejects.toThrow(message);
    expect(steps()).toBe(0);
  });

  test('outputs that are too large for memory may be written in chunks, or frame by frame', async () => {
    const { plan } = huge(2_000_000, 4, all);
    await expect(bake(plan)).rejects.toThrow('use pointsPly, or fewer frames');
    await bake(plan, {
      async writeParts(_, parts) {
        for await (const part of parts) expect(part.length).toBeGreaterThan(0);
      },
    });
    await bake(huge(2_000_000, 4, ['pointsPly']).plan);
  });
});

describe('the GLB of particles that form a shape and then drift away', async () => {
  const { bakeFile } = await import('../../node/bake-file.ts');
  const { Workshop } = await import('../../node/testing/workshop.ts');
  const workshop = new Workshop();
  afterAll(() => workshop.close());
  const scene = workshop.write(
    'smoke/scene.json',
    JSON.stringify({
      version: 1,
      time: { start: 0, end: 2, fps: 10 },
      systems: [
        {
          system: 'particles',
          name: 'smoke',
          shapes: [
            { shape: 'ball', name: 'puff', radius: 0.4 },
            { shape: 'ball', name: 'far', radius: 0.1, position: [5, 0, 0] },
          ],
          sources: [{ from: 'puff', count: 40 }],
          forces: [{ force: 'gravity' }],
          keys: [{ to: ['far'], start: 0, end: 1.2 }],
        },
      ],
      outputs: ['pointsGlb', 'pointsPly'],
    }),
  );
  const shown = async (out: string, overrides: Record<string, unknown> = {}) => {
    await bakeFile(scene, { out: workshop.path(out), overrides: { scene: overrides } });
    const text = Buffer.from(workshop.read(`${out}/README.txt`)).toString();
    const frame = Number(/the particles of frame (\d+)/.exec(text)![1]);
    const ply = workshop.read(`${out}/smoke-ply/smoke.${String(frame).padStart(4, '0')}.ply`);
    return { frame, places: readPlyPoints(ply, 'smoke.ply').positions };
  };

  test('shows them at the end of their key', async () => {
    const { frame, places: positions } = await shown('met');
    expect(frame).toBe(13);
    for (let k = 0; k < positions.length; k += 3)
      expect(Math.hypot(positions[k] - 5, positions[k + 1], positions[k + 2])).toBeLessThan(0.1001);
  });

  test('or at the time that the scene sets', async () => {
    expect((await shown('asked', { pointsTime: 0.52 })).frame).toBe(6);
    await expect(shown('beyond', { pointsTime: 3 })).rejects.toThrow(
      'pointsTime: expected a time that is written, 0 to 2 s, got 3',
    );
  });
});
