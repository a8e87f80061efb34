import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { openContainer } from '../../files/gltf/container.ts';
import { decodePng } from '../../files/png-read.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { buildSkinnedBar, cube } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { readWithThree } from '../../files/usd/testing/read-usd.ts';
import { sharedPath } from '../../testing/shared.ts';
import { type BakeOptions, bakeScene } from '../bake-scene.ts';
import { createMemoryStore } from '../frame-store.ts';
import { type CoatPlanOptions, planCoat } from '../testing/coat-system.ts';
import { playInThree } from '../testing/play-in-three.ts';
import { planSwing } from '../testing/swing-system.ts';
import { unpackShells } from './shells-record.ts';

const bar = buildSkinnedBar().toGlb();
const all = ['furCards', 'furMorphs', 'furCurves', 'furVat'] as const;
const usual: CoatPlanOptions = { outputs: all, clip: 'Bend', strandCount: 60 };

async function bake(bytes: Uint8Array | null, options: CoatPlanOptions, run: Partial<BakeOptions> = {}) {
  const plan = await planCoat(bytes, options);
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, { ...run, write: (name, data) => void files.set(name, data) });
  return { plan, files, report, text: new TextDecoder().decode(files.get('README.txt')) };
}

async function faultsOf(bytes: Uint8Array): Promise<string[]> {
  return (await validateGltf(bytes)).filter(({ severity }) => severity <= 1).map(({ message }) => message);
}

describe('a bake of fur', () => {
  test('writes every file once, and reports what each is and how far it deviates', async () => {
    const { files, report, text } = await bake(bar, usual);
    expect([...files.keys()]).toEqual([
      'figure-fur-cards.glb',
      'figure-fur-morphs.glb',
      'fur-vat.exr',
      'fur-blades.png',
      'figure-fur-vat.glb',
      'figure-fur-vat.txt',
      'fur-curves.usdc',
      'import-blender.py',
      'README.txt',
      'report.json',
    ]);
    expect(report.warnings).toEqual([]);
    const { strands, morphTargets, error } = report.systems[0].fur as never as Record<string, never>;
    expect([strands, morphTargets]).toEqual([60, 5]);
    expect((error as { rmsFraction: number }).rmsFraction).toBeLessThan(0.25);
    for (const file of files.keys()) if (file !== 'README.txt') expect(text).toContain(file);
    for (const message of [
      '60 strands, each a closed mesh of three sides',
      'It moves in "Bend" and "Bend (travelled)", by 5 morph targets',
      'prim /fur of type BasisCurves, 60 curves',
      'a row a frame',
      'mesh "fur skin"',
      'figure-fur-vat.txt has an example',
    ])
      expect(text).toContain(message);
    expect(new TextDecoder().decode(files.get('figure-fur-vat.txt'))).toContain('texelFetch(motion');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(124);
  });

  test('the number of units of work is the announced one', async () => {
    const seen: { done: number; total: number }[] = [];
    await bake(
      bar,
      { ...usual, outputs: [...all, 'contactSheet'], end: 0.2 },
      {
        progress: ({ phase, done, total }) => phase === 'write' && seen.push({ done, total }),
      },
    );
    expect(seen.at(-1)!.done).toBe(seen[0].total - 1);
  });

  test.each([
    ['between two frames', 25],
    ['after all steps, while files are written', null],
  ])('interrupted %s and resumed, it writes the same bytes', async (_, steps) => {
    const options = { ...usual, outputs: [...all], end: 0.6 };
    const whole = await bake(bar, options);
    const frames = createMemoryStore();
    const controller = new AbortController();
    const stop = () => controller.abort(new Error('stopped'));
    const checkpoints: Uint8Array[] = [];
    const plan = await planCoat(bar, options);
    const { definition } = plan.systems[0];
    let done = 0;
    const step: typeof definition.step = (...args) => {
      definition.step(...args);
      if (++done === steps) stop();
    };
    const systems = [{ ...plan.systems[0], definition: { ...definition, step } }];
    await expect(
      bakeScene(
        { ...plan, systems },
        {
          frames,
          write: () => {},
          checkpoint: (bytes) => void checkpoints.push(bytes),
          signal: controller.signal,
          progress: ({ message }) => steps === null && message.includes('texture') && stop(),
        },
      ),
    ).rejects.toThrow('stopped');
    const resumed = await bake(bar, options, { frames, resume: checkpoints.pop() });
    for (const [name, bytes] of whole.files)
      if (name !== 'report.json') expect(Buffer.compare(resumed.files.get(name)!, bytes), name).toBe(0);
  });

  test("the content of the character's file keeps its bytes and indices", async () => {
    const { files } = await bake(bar, usual);
    const before = openContainer(bar, 'bar');
    const old = before.json as Record<string, unknown[]>;
    const length = (old.buffers as { byteLength: number }[])[0].byteLength;
    for (const name of ['figure-fur-cards.glb', 'figure-fur-morphs.glb', 'figure-fur-vat.glb']) {
      const { json, binary } = openContainer(files.get(name)!, name);
      const now = json as Record<string, unknown[]>;
      expect(Buffer.compare(binary!.subarray(0, length), before.binary!.subarray(0, length))).toBe(0);
      for (const list of ['meshes', 'skins', 'accessors', 'bufferViews'])
        expect(now[list].slice(0, old[list].length)).toEqual(old[list]);
      expect((now.animations[1] as { channels: unknown[] }).channels[0]).toEqual(
        (old.animations[0] as { channels: unknown[] }).channels[0],
      );
    }
  });

  test('curves have the positions of the strands on every frame', async () => {
    const frames = createMemoryStore();
    const { files } = await bake(
      null,
      { ...usual, clip: undefined, outputs: ['furCurves'], cells: 4 },
      { frames },
    );
    const specs = readWithThree(files.get('grass-curves.usdc')!);
    const { times, values } = specs['/grass.points'].fields.timeSamples as {
      times: number[];
      values: Float32Array[];
    };
    expect(times).toEqual(Array.from({ length: 31 }, (_, k) => k + 1));
    const first = frames.get('grass-0-0');
    const { roots } = unpackShells(first, 25, null);
    const heights = [...roots].filter((_, k) => k % 3 === 1);
    values.forEach((points) => {
      // Roots lie on the patch. The distance of tips from it is at most the length of a strand.
      for (let k = 0; k < points.length; k += 18) {
        expect(points[k + 1]).toBeLessThanOrEqual(Math.max(...heights) + 1e-6);
        const reach = Math.hypot(...[0, 1, 2].map((c) => points[k + 15 + c] - points[k + c]));
        expect(reach).toBeLessThan(0.125);
      }
    });
    expect(values[3]).not.toEqual(values[4]);
  });

  test('the contact sheet shows fur in its colours', async () => {
    const { files, text } = await bake(null, { outputs: ['contactSheet'], cells: 4, frames: [2, 2] });
    const { width, height, data, channels } = decodePng(files.get('grass-contact-sheet.png')!);
    expect(text).toContain('\n    grass-contact-sheet.png\n');
    let green = 0;
    for (let k = 0; k < data.length; k += channels)
      if (data[k + 1] > data[k] + 20 && data[k + 1] > data[k + 2] + 20) green++;
    expect(green / (width * height)).toBeGreaterThan(0.02);
  });
});

describe('unusual input', () => {
  test('if the length is 0 everywhere, no file of strands is written, with a warning instead of an error', async () => {
    const bald = {
      ...usual,
      outputs: ['furCards', 'furCurves', 'contactSheet'],
      change: (output) => ({ ...output, lengths: new Float32Array(output.vertexCount) }),
    } satisfies CoatPlanOptions;
    const { files, report } = await bake(bar, bald);
    expect([...files.keys()]).toEqual(['README.txt', 'report.json']);
    expect(report.warnings.join()).toContain('fur: nothing grows, so no strand is written');
  });

  test('fur that does not move has no targets, but has files', async () => {
    const { files, report, text } = await bake(null, {
      ...usual,
      clip: undefined,
      lean: 0,
      cells: 3,
    });
    expect(await faultsOf(files.get('grass-fur-morphs.glb')!)).toEqual([]);
    const { json } = openContainer(files.get('grass-fur-morphs.glb')!, 'a');
    expect((json as { animations?: unknown }).animations).toBeUndefined();
    expect((report.systems[0].fur as { morphTargets: number }).morphTargets).toBe(0);
    expect(text).toContain('Nothing of it moves');
  });

  test('a single frame can be baked', async () => {
    const { files, report } = await bake(bar, {
      ...usual,
      outputs: [...all, 'contactSheet'],
      frames: [5, 5],
    });
    for (const [name, bytes] of files) if (name.endsWith('.glb')) expect(await faultsOf(bytes)).toEqual([]);
    expect(report.warnings.filter((warning) => !warning.includes('only, of'))).toEqual([]);
  });

  test('a character with rigid parts: each moves its own strands', async () => {
    const builder = new GltfBuilder();
    const mesh = builder.addMesh(cube.positions, cube.indices);
    builder.addNode({ name: 'body', mesh, children: [1] });
    builder.addNode({ name: 'lid', mesh, translation: [0, 1.5, 0], rotation: [0, 0, 0.2, Math.sqrt(0.96)] });
    builder.addAnimation('Open', [
      { node: 1, path: 'rotation', times: [0, 1], values: [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    ]);
    const { files, report } = await bake(builder.toGlb(), { ...usual, clip: 'Open', lean: 0, outputs: all });
    for (const name of ['figure-fur-cards.glb', 'figure-fur-vat.glb'])
      expect(await faultsOf(files.get(name)!)).toEqual([]);
    // The fur only moves with the nodes, so there are no morph targets.
    expect(report.systems[0].fur).toMatchObject({ strands: 60, morphTargets: 0 });
    const player = await playInThree(files.get('figure-fur-cards.glb')!);
    const { nodes } = openContainer(files.get('figure-fur-cards.glb')!, 'a').json as {
      nodes: { name?: string; children?: number[] }[];
    };
    const cards = nodes.flatMap(({ name }, k) => (name === 'fur cards' ? [k] : []));
    expect(cards.map((card) => nodes.findIndex(({ children }) => children?.includes(card)))).toEqual([0, 1]);
    const heights = (time: number) => {
      player.show(0, time);
      return cards.map((card) => {
        const y = player.positions(player.meshesOf(card)[0]).filter((_, k) => k % 3 === 1);
        return Math.max(...y) - Math.min(...y);
      });
    };
    const [before, after] = [heights(0), heights(0.5)];
    expect(after[0]).toBeCloseTo(before[0], 6);
    expect(after[1]).toBeGreaterThan(before[1] + 0.2);
  });

  test('a character whose flesh moves has both in one file', async () => {
    const coat = await planCoat(bar, { ...usual, outputs: ['furMorphs', 'furVat'] });
    const swing = await planSwing(bar, { clip: 'Bend', scale: 1, fps: 30, end: 1, outputs: [] });
    const files = new Map<string, Uint8Array>();
    const plan = { ...coat, systems: [...coat.systems, ...swing.systems] };
    await bakeScene(plan, { write: (name, data) => void files.set(name, data) });
    const bytes = files.get('figure-fur-morphs.glb')!;
    expect(await faultsOf(bytes)).toEqual([]);
    const { meshes, animations } = openContainer(bytes, 'a').json as {
      meshes: { primitives: { targets?: unknown[] }[] }[];
      animations: { name: string; channels: { target: { path: string } }[] }[];
    };
    expect(meshes.map(({ primitives }) => primitives[0].targets?.length)).toEqual([3, 5]);
    for (const { channels } of animations)
      expect(channels.filter(({ target }) => target.path === 'weights').length).toBe(2);
    expect(await faultsOf(files.get('figure-fur-vat.glb')!)).toEqual([]);
  });

  test('weights beyond four are the largest four, their sum 1', async () => {
    const path = sharedPath('assets/glb-fox/Fox.glb');
    if (!path) return;
    const { files } = await bake(readFileSync(path), {
      ...usual,
      clip: 'Walk',
      outputs: ['furCards'],
      frames: [0, 1],
    });
    expect(await faultsOf(files.get('figure-fur-cards.glb')!)).toEqual([]);
  });

  test.each([
    [
      'furCards',
      { strandCount: 300_000 },
      'cards of "fur" cannot be written: expected at most 200000 strands',
    ],
    ['furMorphs', { strandCount: 200_000, end: 20 }, 'cards of "fur" cannot be written'],
    ['furCurves', { strandCount: 1_000_000, end: 3 }, 'furCurves of "fur" cannot be written'],
    ['furVat', { end: 300 }, 'furVat of "fur" cannot be written: 12 vertices on 9001 frames'],
  ] as const)('%s beyond the limits is refused before the simulation', async (kind, options, message) => {
    const plan = await planCoat(bar, { ...usual, ...options, outputs: [kind] });
    const step = vi.fn();
    const systems = plan.systems.map((system) => ({ ...system, definition: { ...system.definition, step } }));
    await expect(bakeScene({ ...plan, systems }, { write: () => {} })).rejects.toThrow(message);
    expect(step).not.toHaveBeenCalled();
  });
});
