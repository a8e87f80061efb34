import { afterAll, expect, test } from 'vitest';
import type { BakeReport } from '../../bake/bake-report.ts';
import type { BakeProgress } from '../../bake/bake-scene.ts';
import type { bakeFile as BakeFile, BakeFileOptions } from '../bake-file.ts';
import { writeBusyScene } from '../testing/busy-scene.ts';
import { Workshop } from '../testing/workshop.ts';

// The test uses the built package. With the TypeScript sources, each thread would first have to convert all modules.
const { bakeFile } = (await import(new URL('../../../dist/node/index.js', import.meta.url).href)) as {
  bakeFile: typeof BakeFile;
};

const workshop = new Workshop();
const scene = writeBusyScene(workshop);
afterAll(() => workshop.close());

const bake = (out: string, options: BakeFileOptions) =>
  bakeFile(scene, { out: workshop.path(out), ...options });

/** Returns the hashes of all files, and the fields of the report that are the same in every run. */
function resultOf(out: string, { outputs, warnings, systems }: BakeReport) {
  return {
    files: workshop.snapshot(out),
    outputs,
    warnings,
    states: systems.map(({ stateHash }) => stateHash),
  };
}

/** The result of the bake with one thread. */
let whole: unknown;

test('every number of threads writes the same files in the same order, and reports all its work', async () => {
  const results = [];
  for (const threads of [1, 3]) {
    const seen: BakeProgress[] = [];
    const { report } = await bake(`of-${threads}`, { threads, progress: (one) => void seen.push(one) });
    results.push(resultOf(`of-${threads}`, report));
    const written = seen.filter(({ phase }) => phase === 'write');
    expect(written.at(-1)!.done).toBe(written[0].total - 1);
    expect(written.every(({ done }, k) => done === written[0].done + k)).toBe(true);
    expect(workshop.list()).not.toContain(`of-${threads}.partial`);
  }
  whole = results[0];
  expect(results[1]).toEqual(results[0]);
  expect(results[0].outputs.length).toBeGreaterThan(20);
});

test('an interrupt while threads write ends the bake, which continues to the same files', async () => {
  const controller = new AbortController();
  const stopped = bake('stopped', {
    threads: 2,
    signal: controller.signal,
    progress: ({ phase, done, total }) => {
      if (phase === 'write' && done > 0.8 * total) controller.abort(new Error('interrupted'));
    },
  });
  await expect(stopped).rejects.toThrow('interrupted');
  expect(workshop.list()).toContain('stopped.partial');
  expect(workshop.list()).not.toContain('stopped');
  const resumed = await bake('stopped', { threads: 2, resume: true });
  expect(resultOf('stopped', resumed.report)).toEqual(whole);
});

test('the number of threads is checked before anything is read', async () => {
  await expect(bakeFile('no such file', { threads: 1.5 })).rejects.toThrow(
    'threads: expected a whole number from 1 to 256, got 1.5',
  );
});
