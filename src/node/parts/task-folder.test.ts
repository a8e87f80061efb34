import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bakeScene } from '../../bake/bake-scene.ts';
import type { MergedTask } from '../../bake/division/merge-tasks.ts';
import { runPart } from '../../bake/division/part-tasks.ts';
import type { PartRunner } from '../../bake/division/simulate-divided.ts';
import { type TileRectangle, widen } from '../../bake/division/tile-rectangles.ts';
import { hashUnit } from '../../math/random.ts';
import { hopperPairs } from '../../scene/testing/hopper.ts';
import { times } from '../../testing/long.ts';
import { bakeFile } from '../bake-file.ts';
import { planFile } from '../plan-file.ts';
import { Workshop } from '../testing/workshop.ts';
import { runFolderTask } from './run-folder-task.ts';
import { TaskFolder } from './task-folder.ts';

const seed = 20261130;
const workshop = new Workshop();
const scene = workshop.write('yard/yard.json', JSON.stringify(hopperPairs(times({ short: 1, long: 2 }))));
const built = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const period = 0.5;
let whole: Record<string, string>;

beforeAll(async () => {
  whole = await bake('whole');
});
afterAll(() => workshop.close());

/** Bakes the scene in one thread. Returns the hashes of the files. */
async function bake(out: string, tasks?: string): Promise<Record<string, string>> {
  await bakeFile(scene, { out: workshop.path(out), overwrite: true, threads: 1, tasks });
  return workshop.snapshot(out);
}

async function plan(name: string): Promise<{ folder: string; tasks: readonly MergedTask[] }> {
  const folder = workshop.path(name);
  const { tasks } = await planFile(scene, { threads: 2, tasks: folder, period });
  return { folder, tasks: tasks! };
}

/** Runs all tasks in a random order in which each comes after those that it needs. */
async function runAll(tasks: readonly MergedTask[], run: (task: MergedTask) => Promise<unknown>) {
  const left = [...tasks];
  const done = new Set<string>();
  for (let draw = 0; left.length > 0; draw++) {
    const ready = left.filter(({ needs }) => needs.every((id) => done.has(id)));
    const task = ready[Math.floor(hashUnit(seed, draw) * ready.length)];
    await run(task);
    left.splice(left.indexOf(task), 1);
    done.add(task.id);
  }
}

test('tasks of a folder, run in any order that their needs allow, give the same files as one thread', async () => {
  const { folder, tasks } = await plan('any-order');
  expect(tasks.length).toBeGreaterThan(5);
  await runAll(tasks, async ({ id }) => {
    // Two processes that run the same task at once do no harm.
    await Promise.all([runFolderTask(folder, id), runFolderTask(folder, id)]);
  });
  const resultCount = readdirSync(`${folder}/parts`).length;
  expect(await bake('any-order-out', folder)).toEqual(whole);
  // The bake found the results of all parts.
  expect(readdirSync(`${folder}/parts`)).toHaveLength(resultCount);
  // A task that has run already finds its results.
  expect((await runFolderTask(folder, '0')).simulated).toEqual([]);
  // The same plan is accepted again, and keeps the results.
  await plan('any-order');
  expect(readdirSync(`${folder}/parts`)).toHaveLength(resultCount);
});

test('a task whose inputs are missing says which task must run first, and so does the bake', async () => {
  const { folder, tasks } = await plan('missing');
  const last = tasks.findLast(({ needs }) => needs.length > 0)!;
  const [message] = await Promise.allSettled([runFolderTask(folder, last.id)]);
  const { reason } = message as PromiseRejectedResult;
  expect(reason.message).toMatch(
    /^id: the task \S+ needs the result of \S+, which has not run: run `aftermotion task \S+ --tasks .*missing` first$/,
  );
  // The task that it names can run at once.
  await runFolderTask(folder, /run `aftermotion task (\S+)/.exec(reason.message)![1]);
  await expect(bake('missing-out', folder)).rejects.toThrow(
    new RegExp(
      `tasks: expected the results of ${tasks.length} tasks, but ${tasks.length - 1} of them have not run: run \`aftermotion task`,
    ),
  );
  expect(existsSync(workshop.path('missing-out'))).toBe(false);
  await expect(runFolderTask(folder, 'yard-99-0')).rejects.toThrow(
    /id: expected the ID of a task in .*plan.json, or a number/,
  );
});

/** Stores wrong outlines in a folder. All tasks, and the bake, use them instead of the right ones. */
async function spoilOutlines(path: string, change: (outline: TileRectangle) => TileRectangle): Promise<void> {
  const folder = TaskFolder.open(path);
  const scenePlan = await folder.openScene();
  const runner: PartRunner = {
    slots: 1,
    async run(_, input) {
      if (!('boundaries' in input)) throw new Error('all outlines are there');
      const outlines = (await runPart(scenePlan, 'outlineActor', input)).map((one) => one && change(one));
      folder.writeResult(folder.keyOf('outlineActor', input), outlines);
      return outlines as never;
    },
  };
  await expect(bakeScene(scenePlan, { write() {}, parts: runner })).rejects.toThrow('all outlines are there');
}

test.each([
  // Parts leave such regions, and are simulated again in larger ones.
  ['small', ({ i0, j0 }: TileRectangle) => ({ i0, j0, i1: i0, j1: j0 })],
  // All actors are simulated together, although the plan has tasks of their own for them.
  ['large', (outline: TileRectangle) => widen(outline, 20)],
])('the files are the same if a plan has estimated regions that are too %s', async (name, change) => {
  const { folder, tasks } = await plan(name);
  await spoilOutlines(folder, change);
  await runAll(tasks, ({ id }) => runFolderTask(folder, id));
  expect(await bake(`${name}-out`, folder)).toEqual(whole);
});

test('folders that hold something else are refused', async () => {
  await expect(planFile(scene, { tasks: workshop.path('yard') })).rejects.toThrow(
    /tasks: expected a new or empty folder, got .*yard, which holds other files/,
  );
  const { folder } = await plan('other');
  await expect(planFile(scene, { tasks: folder, period: 1 })).rejects.toThrow(/tasks: expected a new folder/);
  await expect(bakeFile(workshop.path('yard/scene.json'), { tasks: folder })).rejects.toThrow(
    /tasks: expected the same scene as in .*other/,
  );
  expect(() => TaskFolder.open(workshop.path('none'))).toThrow(
    /tasks: expected a folder of tasks, got .*none, which has no plan.json: write one with `aftermotion plan/,
  );
  writeFileSync(`${folder}/plan.json`, '{"version": 1, "tasks": [{"id": 7}]}');
  expect(() => TaskFolder.open(folder)).toThrow(/tasks: expected a plan of this version of aftermotion in/);
});

const kills = times({ short: 1, long: 50 });
test.skipIf(!existsSync(built))(
  `tasks that are killed ${kills} times leave nothing half-written and can be repeated (seed ${seed}; needs the build)`,
  async () => {
    let count = 0;
    for (let round = 0; count < kills; round++) {
      const { folder, tasks } = await plan(`killed-${round}`);
      await runAll(tasks, async ({ id }) => {
        const run = async (delay: number) => {
          const child = spawn(process.execPath, [built, 'task', id, '--tasks', folder], { stdio: 'ignore' });
          const timer = setTimeout(() => child.kill('SIGKILL'), delay);
          await once(child, 'exit');
          clearTimeout(timer);
        };
        if (count++ < kills) await run(200 + 1500 * hashUnit(seed, count));
        await runFolderTask(folder, id);
      });
      expect(await bake(`killed-out-${round}`, folder)).toEqual(whole);
    }
  },
  600_000,
);
