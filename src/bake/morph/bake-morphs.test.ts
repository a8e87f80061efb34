import { describe, expect, test, vi } from 'vitest';
import { decodeBase64 } from '../../files/base64.ts';
import type { GltfDocument } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import type { ClipChannel } from '../../motion/rig.ts';
import { type BakeOptions, bakeScene } from '../bake-scene.ts';
import { createMemoryStore } from '../frame-store.ts';
import { planSwing, type SwingPlanOptions } from '../testing/swing-system.ts';

const bar = buildSkinnedBar().toGlb();
const usual: SwingPlanOptions = {
  clip: 'Bend',
  scale: 1,
  fps: 24,
  end: 1,
  outputs: ['character', 'morphTargets'],
};

async function bake(options: Partial<SwingPlanOptions> = {}, run: Partial<BakeOptions> = {}) {
  const plan = await planSwing(bar, { ...usual, ...options });
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { ...run, write: (name, bytes) => void files.set(name, bytes) });
  return { report, files };
}

async function weightsOf(bytes: Uint8Array, clip: number): Promise<ClipChannel> {
  return (await readGltf(bytes, { name: 'baked' })).clips[clip].channels.find(
    ({ path }) => path === 'weights',
  )!;
}

/** Returns the weights of a channel at the key nearest to a time. */
function keyAt({ times, values, width }: ClipChannel, time: number): number[] {
  const key = times.findIndex((t) => Math.abs(t - time) < 1e-6);
  expect(key, `a key at ${time} s`).toBeGreaterThanOrEqual(0);
  return [...values.subarray(key * width, (key + 1) * width)];
}

describe('a bake whose flesh moves', () => {
  test('writes the character with its flesh, in its own clip and travelling, and reports the deviation', async () => {
    const { report, files } = await bake();
    expect([...files.keys()]).toEqual([
      'figure-travel.glb',
      'figure-flesh.glb',
      'import-blender.py',
      'README.txt',
      'report.json',
    ]);
    expect(report.outputs.map(({ kind }) => kind)).toEqual([
      'character',
      'morphTargets',
      'blenderScript',
      'readme',
    ]);
    const [mesh] = report.actors[0].morphs!;
    expect(mesh).toMatchObject({ mesh: 'Bar', parts: ['part 0', 'part 1'], targets: 3, vertices: 12 });
    expect(mesh.error.rmsFraction).toBeLessThan(0.001);
    for (const name of ['figure-travel.glb', 'figure-flesh.glb']) {
      const bytes = files.get(name)!;
      expect((await validateGltf(bytes)).filter(({ severity }) => severity <= 1)).toEqual([]);
    }
    const travelled = await readGltf(files.get('figure-travel.glb')!, { name: 'a' });
    expect(travelled.clips.map(({ name }) => name)).toEqual(['Bend (travelled)', 'Bend']);
    for (const clip of [0, 1]) {
      expect(keyAt(await weightsOf(files.get('figure-travel.glb')!, clip), 0.5)).toEqual(
        keyAt(await weightsOf(files.get('figure-flesh.glb')!, 0), 0.5),
      );
    }
    const readme = new TextDecoder().decode(files.get('README.txt'));
    expect(readme).toContain('figure-flesh.glb: all its clips\n');
    expect(readme).toContain('its flesh moves in "Bend", by 3 morph targets a mesh');
    expect(readme).toContain('its flesh moves in "Bend" and "Bend (travelled)"');
    const own = readme.split('\n').filter((line) => /flesh|simulated/.test(line));
    expect(Math.max(...own.map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  test('at 24 and at 240 frames a second the targets are the same bytes, and so are weights at common times', async () => {
    const [slow, fast] = await Promise.all(
      [24, 240].map(
        async (fps) => (await bake({ fps, outputs: ['morphTargets'] })).files.get('figure-flesh.glb')!,
      ),
    );
    const targets = await Promise.all(
      [slow, fast].map(async (bytes) => (await readGltf(bytes, { name: 'a' })).surfaces[0].morphTargets),
    );
    expect(targets[0]).toEqual(targets[1]);
    const [few, many] = await Promise.all([weightsOf(slow, 0), weightsOf(fast, 0)]);
    for (let frame = 0; frame <= 24; frame++) expect(keyAt(few, frame / 24)).toEqual(keyAt(many, frame / 24));
  });

  test.each([
    ['between two frames', 100],
    ['at a frame', 120],
    ['in the first step', 1],
  ])('interrupted %s and resumed, it writes the same bytes', async (_, steps) => {
    const whole = await bake({ fps: 30 });
    const frames = createMemoryStore();
    const controller = new AbortController();
    const checkpoints: Uint8Array[] = [];
    const plan = await planSwing(bar, { ...usual, fps: 30 });
    // The bake is aborted from inside a step, as Ctrl-C does.
    const { definition } = plan.systems[1];
    let done = 0;
    const step: typeof definition.step = (...args) => {
      definition.step(...args);
      if (++done === steps) controller.abort(new Error('stopped'));
    };
    const systems = plan.systems.map((system, k) =>
      k === 1 ? { ...system, definition: { ...definition, step } } : system,
    );
    const run = { frames, write: () => {}, checkpoint: (bytes: Uint8Array) => void checkpoints.push(bytes) };
    await expect(bakeScene({ ...plan, systems }, { ...run, signal: controller.signal })).rejects.toThrow(
      'stopped',
    );
    const resumed = await bake({ fps: 30 }, { frames, resume: checkpoints.pop() });
    for (const [name, bytes] of whole.files) {
      if (name !== 'report.json') expect(Buffer.compare(resumed.files.get(name)!, bytes), name).toBe(0);
    }
  });

  test('some frames baked alone are the same as in a complete bake', async () => {
    const whole = await bake({ fps: 30 });
    const part = await bake({ fps: 30, frames: [12, 20] });
    const [a, b] = await Promise.all(
      [whole, part].map(({ files }) => weightsOf(files.get('figure-travel.glb')!, 0)),
    );
    expect(b.times.length).toBeLessThan(a.times.length);
    expect(b.times[b.times.length - 1]).toBeCloseTo(8 / 30, 6);
    expect(part.report.warnings.join()).toContain('the scene plays "Bend" from 0.4 s to 0.667 s only');
  });

  test('prepared data is a separate file and, if requested, in the extras of the node', async () => {
    const { files, report } = await bake({
      outputs: ['prepared', 'morphTargets', 'contactSheet'],
      modesInExtras: true,
    });
    expect([...files.get('part 1.swing')!]).toEqual([1, 2, 3, 4, 6]);
    expect(report.outputs.map(({ kind }) => kind)).toEqual([
      'morphTargets',
      'contactSheet',
      'prepared',
      'prepared',
      'blenderScript',
      'readme',
    ]);
    const bytes = files.get('figure-flesh.glb')!;
    const { nodes } = openContainer(bytes, 'a').json as GltfDocument;
    const { parts } = (nodes![3].extras as { aftermotion: { parts: { name: string; data: string }[] } })
      .aftermotion;
    expect(parts.map(({ name }) => name)).toEqual(['part 0', 'part 1']);
    expect([...decodeBase64(parts[1].data)!]).toEqual([1, 2, 3, 4, 6]);
    expect((await validateGltf(bytes)).filter(({ severity }) => severity <= 1)).toEqual([]);
    const plain = openContainer(
      (await bake({ outputs: ['morphTargets'] })).files.get('figure-flesh.glb')!,
      'a',
    );
    expect((plain.json as GltfDocument).nodes![3].extras).toBeUndefined();
  });

  test('a file to which flesh cannot be added is refused before the simulation', async () => {
    const builder = buildSkinnedBar();
    builder.json.nodes[3].extensions = { EXT_mesh_gpu_instancing: { attributes: {} } };
    const plan = await planSwing(builder.toGlb(), usual);
    const step = vi.fn();
    const systems = plan.systems.map((system) => ({ ...system, definition: { ...system.definition, step } }));
    await expect(bakeScene({ ...plan, systems }, { write: () => {} })).rejects.toThrow(
      'EXT_mesh_gpu_instancing',
    );
    expect(step).not.toHaveBeenCalled();
  });

  test('the requested max number of targets is respected', async () => {
    const { report } = await bake({ morphTargets: 2 });
    const [mesh] = report.actors[0].morphs!;
    expect(mesh.targets).toBe(2);
    expect(mesh.error.rmsFraction).toBeGreaterThan(0.01);
  });
});
