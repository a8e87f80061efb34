import { afterAll, describe, expect, test } from 'vitest';
import type { BakeEstimate } from '../bake/estimate-bake.ts';
import { type BakeFileOptions, bakeFile } from './bake-file.ts';
import { checkSize } from './check-size.ts';
import { nodeDisk } from './disk.ts';
import { Workshop } from './testing/workshop.ts';

const workshop = new Workshop();
const scene = workshop.writeScene('yard/scene.json', { outputs: ['heightExr', 'groundMesh', 'character'] });
afterAll(() => workshop.close());

const large: BakeEstimate = {
  outputs: [
    { kind: 'heightExr', bytes: 30e9 },
    { kind: 'groundMesh', bytes: 10e9 },
  ],
  bytes: 40e9,
  keptBytes: 5e9,
};
const limits = { maxBytes: 2e9, free: 1e12, kept: 0 };

/** Bakes the yard. Returns the questions that it asked and its estimate. */
async function bakeYard(out: string, options: BakeFileOptions = {}) {
  let estimate: BakeEstimate | undefined;
  const asked: string[] = [];
  const bake = (confirm?: boolean) =>
    bakeFile(scene, {
      out: workshop.path(out),
      ...options,
      ...(confirm !== undefined && {
        confirmSize: (message: string) => {
          asked.push(message);
          return confirm;
        },
      }),
      progress: (progress) => {
        estimate = progress.estimate ?? estimate;
      },
    });
  return { bake, asked, estimate: () => estimate! };
}

describe('a bake that is large', () => {
  test('is refused with the size of each output if nobody can be asked', async () => {
    await expect(checkSize(large, limits)).rejects.toThrow(
      'maxSize: this bake will write about 40 GB (heightExr 30 GB, groundMesh 10 GB), more than 2.0 GB: confirm it with --yes',
    );
    await expect(checkSize(large, { ...limits, maxBytes: 50e9 })).resolves.toBeUndefined();
  });

  test('asks the user if possible, and follows the answer', async () => {
    await expect(checkSize(large, { ...limits, confirm: () => true })).resolves.toBeUndefined();
    await expect(checkSize(large, { ...limits, confirm: () => false })).rejects.toThrow(
      'nothing was written',
    );
  });

  test('is refused regardless of the answer if the disk has less than half of the space, with a proposal what to leave out', async () => {
    const small = { ...limits, maxBytes: Infinity, free: 15e9, confirm: () => true };
    await expect(checkSize(large, small)).rejects.toThrow(
      /^out: .*and keep 5\.0 GB of simulated frames.*only 15 GB are free there: leave out heightExr \(--outputs groundMesh\)/,
    );
    await expect(checkSize(large, { ...small, free: 30e9, confirm: undefined })).rejects.toThrow(
      'only 30 GB are free there',
    );
    // The frames that an interrupted bake has kept need no additional free space.
    await expect(
      checkSize(large, { ...small, free: 41e9, kept: 5e9, confirm: undefined }),
    ).resolves.toBeUndefined();
  });

  test('writes nothing if it is refused, and keeps the files of an interrupted bake', async () => {
    workshop.mark('kept.partial');
    workshop.write('kept.partial/checkpoint', 'something to go on from');
    const { bake } = await bakeYard('kept', { maxBytes: 1000 });
    await expect(bake()).rejects.toThrow('maxSize: this bake will write about');
    await expect(bake(false)).rejects.toThrow('nothing was written');
    expect(workshop.list('kept.partial')).toEqual(['.aftermotion', 'checkpoint']);
    const disk = { ...nodeDisk, free: () => 1000 };
    const { bake: bakeFull } = await bakeYard('kept', { disk });
    await expect(bakeFull(true)).rejects.toThrow('out: this bake will write about');
    expect(workshop.list('kept.partial')).toEqual(['.aftermotion', 'checkpoint']);
  });
});

test('the estimate is near the written size, for the requested frames and outputs', async () => {
  const all = await bakeYard('all');
  const { report } = await all.bake();
  const bytesOf = (kind: string) =>
    report.outputs.filter((file) => file.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
  const { outputs } = all.estimate();
  expect(outputs.map(({ kind }) => kind).sort()).toEqual(['character', 'groundMesh', 'heightExr']);
  for (const { kind, bytes } of outputs) {
    expect(bytes / bytesOf(kind), kind).toBeGreaterThan(0.4);
    expect(bytes / bytesOf(kind), kind).toBeLessThan(2.5);
  }
  const part = await bakeYard('part', { frames: [1, 2], only: ['heightExr'] });
  await part.bake();
  expect(part.estimate().outputs.map(({ kind }) => kind)).toEqual(['heightExr']);
  const heights = outputs.find(({ kind }) => kind === 'heightExr')!.bytes;
  const frames = report.frames.count;
  expect(part.estimate().bytes).toBeLessThan((heights * 2) / frames + 5000);
});
