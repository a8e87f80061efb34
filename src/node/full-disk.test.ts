import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { times } from '../testing/long.ts';
import { type BakeFileOptions, bakeFile } from './bake-file.ts';
import { DiskError } from './disk-error.ts';
import { FailingDisk } from './testing/failing-disk.ts';
import { Workshop } from './testing/workshop.ts';

/** Timeout, milliseconds. A few seconds are enough on an idle machine. */
const patience = 600_000;
/** Step between the indices of the operations at which the disk fails. */
const step = times({ short: 23, long: 1 });

const workshop = new Workshop();
const scene = workshop.writeScene('yard/scene.json', { outputs: ['heightPng', 'groundMesh', 'character'] });
afterAll(() => workshop.close());

/** Bakes with a checkpoint after every frame, so that the disk can fail at many different operations. */
function bake(out: string, options: BakeFileOptions = {}) {
  return bakeFile(scene, { out: workshop.path(out), checkpointSeconds: 0, ...options });
}

const refusalOf = (baking: Promise<unknown>) =>
  baking.then(
    () => null,
    (error: unknown) => error,
  );

let whole: Record<string, string>;
let operations = 0;
beforeAll(async () => {
  const disk = new FailingDisk({ from: Infinity });
  await bake('whole', { disk });
  operations = disk.operations;
  whole = workshop.snapshot('whole');
});

describe.each([
  ['from then on', undefined],
  ['once', 1],
])('a disk that refuses %s', (_, count) => {
  test(
    'ends the bake with a message, and a resume gives the same bytes, after any operation',
    async () => {
      let resumable = 0;
      for (let from = 0; from < operations; from += step) {
        const out = `full-${count}-${from}`;
        const disk = new FailingDisk({ from, count });
        const error = await refusalOf(bake(out, { disk }));
        expect(error, disk.refused!).toBeInstanceOf(DiskError);
        const { message, isResumable } = error as DiskError;
        // The first operations make the folder around the output.
        expect(message, disk.refused!).toMatch(
          /aftermotion-test-.*: no space left on the disk.*, 4\.10 kB are free: free some/,
        );
        expect(workshop.list(), disk.refused!).not.toContain(out);
        // The partial folder is kept only if it contains a checkpoint.
        expect(workshop.list(`${out}.partial`).includes('checkpoint'), disk.refused!).toBe(isResumable);
        if (!isResumable) expect(workshop.list(), disk.refused!).not.toContain(`${out}.partial`);
        if (isResumable) resumable++;
        await bake(out, { resume: true });
        expect(workshop.snapshot(out), disk.refused!).toEqual(whole);
        expect(workshop.list()).not.toContain(`${out}.partial`);
        workshop.remove(out);
      }
      expect(resumable).toBeGreaterThan(operations / step / 3);
    },
    patience,
  );

  test(
    'keeps the previous bake until all files can replace it',
    async () => {
      await bake('before', { overrides: { ground: { material: 'mud' }, scene: { outputs: ['heightPng'] } } });
      workshop.write('before/mine.txt', 'mine');
      const before = workshop.snapshot('before');
      // The last operations are those that move the outputs into the real folder.
      const disk = new FailingDisk({ from: Infinity });
      await bake('measured', {
        overrides: { ground: { material: 'mud' }, scene: { outputs: ['heightPng'] } },
      });
      await bake('measured', { disk });
      let puttingInPlace = 0;
      for (
        let from = disk.operations - 1;
        from > disk.operations - 40;
        from -= times({ short: 13, long: 1 })
      ) {
        const failing = new FailingDisk({ from, count });
        expect(await refusalOf(bake('before', { disk: failing }))).toBeInstanceOf(DiskError);
        expect(workshop.snapshot('before'), failing.refused!).toEqual(before);
        if (failing.refused!.startsWith('rename') && !failing.refused!.includes('.partial/frames'))
          puttingInPlace++;
        await bake('before', { resume: true });
        const { 'mine.txt': mine, ...baked } = workshop.snapshot('before');
        expect(baked).toEqual(whole);
        expect(mine).toBe(before['mine.txt']);
        await bake('before', {
          overrides: { ground: { material: 'mud' }, scene: { outputs: ['heightPng'] } },
        });
      }
      expect(puttingInPlace).toBeGreaterThan(1);
    },
    patience,
  );
});

test.each([
  ['EDQUOT', 'the quota is used up'],
  ['EROFS', 'this disk is read-only'],
  ['EMFILE', 'too many files are open'],
  ['EACCES', 'no permission to write here'],
  ['EIO', 'the disk reports an error'],
  ['EFBIG', 'a file of this size cannot be kept on this disk'],
  ['EWHATEVER', 'the disk refused it (EWHATEVER)'],
])('%s is reported as a message with the path', async (code, text) => {
  const error = await refusalOf(bake('refused', { disk: new FailingDisk({ from: 20, code }) }));
  expect(error).toBeInstanceOf(DiskError);
  expect((error as DiskError).message).toContain(text);
  expect((error as DiskError).message).toMatch(/refused\.partial/);
  workshop.remove('refused.partial');
});

test('after an interruption on a full disk the error is reported, and an older checkpoint is used', async () => {
  const controller = new AbortController();
  const disk = new FailingDisk({ from: 40 });
  const error = await refusalOf(
    bake('both', {
      disk,
      signal: controller.signal,
      progress: () => {
        if (disk.operations > 30) controller.abort(new Error('interrupted'));
      },
    }),
  );
  expect(String(error)).toMatch(/interrupted|no space left/);
  await bake('both', { resume: true });
  expect(workshop.snapshot('both')).toEqual(whole);
});
