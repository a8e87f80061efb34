import { expect, test } from 'vitest';
import { decodePng16 } from '../files/png-read.ts';
import type { BakePlan } from './bake-plan.ts';
import { type BakeProgress, bakeScene } from './bake-scene.ts';
import type { BakeEstimate } from './estimate-bake.ts';
import { packChanges } from './heightfield/heightfield-frame.ts';
import { groundMeshLimit } from './heightfield/mesh/build-ground-mesh.ts';
import { TouchedArea } from './heightfield/touched-area.ts';
import { farPlates } from './testing/far-plates.ts';
import { makeFunctionGround } from './testing/function-ground.ts';

async function bake(plan: BakePlan) {
  const files = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const report = await bakeScene(plan, {
    write: (name, bytes) => void files.set(name, bytes),
    progress: ({ note }: BakeProgress) => void (note && notes.push(note)),
  });
  return { files, report, notes };
}

const outputs = ['heightPng', 'groundMesh', 'groundState', 'contactSheet'] as const;
const far = [
  [0, 0],
  [2000, 2000],
] as const;

test('prints 2.8 km apart need the memory and the files of two prints', async () => {
  const { files, report } = await bake(farPlates(far, outputs));
  expect(report.warnings).toEqual([]);
  const near = await bake(farPlates([far[0]], outputs));
  const size = (from: Map<string, Uint8Array>, name: string) => from.get(name)!.length;
  for (const name of ['beach.glb', 'beach.ground'])
    expect(size(files, name)).toBeLessThan(4 * size(near.files, name));
  const maps = [...files.keys()].filter((name) => /^beach-png\/tile-\d+-\d+\/height\.0005\.png$/.test(name));
  expect(maps).toHaveLength(2);
  for (const name of maps) {
    const { samples } = decodePng16(files.get(name)!);
    expect(Math.min(...samples.subarray(0, 9))).toBeGreaterThan(30_000);
    expect(samples.reduce((min, sample) => Math.min(min, sample), 65535)).toBeLessThan(1000);
  }
  expect(size(files, 'beach-contact-sheet.png')).toBeGreaterThan(
    0.5 * size(near.files, 'beach-contact-sheet.png'),
  );
});

test('an output that is too large for one map is omitted with a warning, sent early and in the report, and all others are written', async () => {
  const { files, report, notes } = await bake({ ...farPlates(far, outputs), heightTiles: 'never' });
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^beach: its height maps will be left out, since \d+ × \d+ columns now hold all/);
  expect(report.warnings).toEqual([expect.stringMatching(/^beach: heightPng is left out/)]);
  for (const name of ['beach.glb', 'beach.ground', 'beach-contact-sheet.png', 'README.txt', 'report.json'])
    expect([...files.keys()]).toContain(name);
  expect([...files.keys()].filter((name) => name.startsWith('beach-png'))).toEqual([]);
});

test.each([2, 3])('frame %i alone is the same as among others', async (frame) => {
  const all = await bake(farPlates(far, ['heightPng']));
  const plan = { ...farPlates(far, ['heightPng']), firstFrame: frame, lastFrame: frame };
  const alone = await bake(plan);
  expect(alone.report.warnings).toEqual([]);
  const deepest = (files: Map<string, Uint8Array>) => {
    const maps = [...files].filter(([name]) =>
      name.endsWith(`height.${String(frame + 1).padStart(4, '0')}.png`),
    );
    expect(maps.length).toBeGreaterThan(0);
    return Math.min(
      ...maps.map(([, bytes]) => {
        const { samples, text } = decodePng16(bytes);
        const [low, high] = [Number(text['aftermotion:minMetres']), Number(text['aftermotion:maxMetres'])];
        return low + (samples.reduce((min, sample) => Math.min(min, sample), 65535) / 65535) * (high - low);
      }),
    );
  };
  expect(deepest(alone.files)).toBeCloseTo(deepest(all.files), 4);
  expect(deepest(alone.files)).toBeLessThan(-0.015);
});

test('a ground of any size is allowed if none of its outputs are written', async () => {
  const plan = farPlates([far[0]], ['contactSheet']);
  const [beach] = plan.systems;
  const params = { ...(beach.params as object), size: [4000, 4000] };
  const { report } = await bake({ ...plan, meshPart: 'whole', systems: [{ ...beach, params }] });
  expect(report.warnings).toEqual([]);
  await expect(
    bake({ ...plan, outputs: ['heightExr'], meshPart: 'whole', systems: [{ ...beach, params }] }),
  ).rejects.toThrow(/meshPart: expected "touched"/);
});

test('a mesh that will be too large is announced once', () => {
  const side = 64;
  let at = 0;
  const ground = {
    ...makeFunctionGround({ extent: null }),
    takeChanges: () => [{ i0: side * at++, j0: 0, columns: side, rows: side }],
  };
  const area = new TouchedArea(farPlates([], ['groundMesh']), ground);
  const notes: (string | null)[] = [];
  for (let k = 0; k < groundMeshLimit / side ** 2 + 10; k++) notes.push(area.add(packChanges(ground)));
  expect(notes.filter(Boolean)).toEqual([expect.stringMatching(/^beach: its mesh will be left out/)]);
  expect(notes.findIndex(Boolean)).toBe(groundMeshLimit / side ** 2);
});

test('the estimate of many actors, of which only some are posed, is in proportion to that of few', async () => {
  const estimateOf = async (count: number) => {
    const places = Array.from({ length: count }, (_, k) => [20 * (k % 10), 20 * Math.floor(k / 10)] as const);
    let estimated: BakeEstimate | undefined;
    const stop = new Error('only the estimate is needed');
    const plan = farPlates(places, outputs);
    const actors = plan.actors.map((actor, k) => {
      const [x, z] = places[k];
      const posed = {
        color: [1, 1, 1] as const,
        positions: Float64Array.of(x, 0, z, x + 0.2, 0, z, x, 0, z + 0.2),
        indices: Uint32Array.of(0, 1, 2),
      };
      return { ...actor, posedMeshesAt: () => [posed] };
    });
    const baked = bakeScene(
      { ...plan, actors },
      {
        write: () => {},
        begin(estimate) {
          estimated = estimate;
          throw stop;
        },
      },
    );
    await expect(baked).rejects.toBe(stop);
    return new Map(estimated!.outputs.map(({ kind, bytes }) => [kind, bytes]));
  };
  const [few, many] = [await estimateOf(50), await estimateOf(200)];
  for (const kind of ['heightPng', 'groundMesh', 'groundState'] as const) {
    const ratio = many.get(kind)! / few.get(kind)!;
    expect(ratio, kind).toBeGreaterThan(3);
    expect(ratio, kind).toBeLessThan(5.5);
  }
});
