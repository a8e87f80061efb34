import { expect, test } from 'vitest';
import { type BakeOptions, bakeScene } from './bake-scene.ts';
import type { BakeWorkers } from './bake-task.ts';
import { createMemoryStore } from './frame-store.ts';
import { planSwarm } from './testing/swarm-system.ts';

const plan = planSwarm({ count: 20, fps: 25, end: 1, outputs: ['pointsPly', 'pointsUsd', 'pointsGlb'] });

const pause = () => new Promise<void>((done) => setTimeout(done));

async function bake(options: Partial<BakeOptions>) {
  const files = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, bytes) => void files.set(name, bytes), pause, ...options });
  files.delete('report.json');
  return files;
}

/** Workers that run each task in this thread, and tasks that follow the simulation with `follow`. */
function createWorkers(follow: BakeWorkers['run'], log: string[]): BakeWorkers {
  return {
    threads: 2,
    begin: () => void log.push('begin'),
    reserve() {},
    share: () => void log.push('share'),
    async stop() {},
    async run(task, input, call) {
      log.push(task.name);
      return call.follows ? follow(task, input, call) : call.here();
    },
  };
}

test('sequences of particles are started with the simulation, and all other files after it', async () => {
  const log: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const workers = createWorkers(async (_task, _input, { here }) => {
    await ended;
    return here();
  }, log);
  const progress: BakeOptions['progress'] = ({ phase, done }) => {
    if (phase === 'simulate' && done === plan.lastFrame + 1) end();
  };
  const files = await bake({ workers, progress });
  expect(log.slice(0, 4)).toEqual(['PLY of points', 'PLY of points', 'USD of points', 'begin']);
  expect(log.slice(4)).toEqual(['share', 'GLB of points']);
  expect(files).toEqual(await bake({}));
});

test('an error in a task that follows stops the simulation, which continues later to the same files', async () => {
  const workers = createWorkers(async () => {
    for (let k = 0; k < 5; k++) await pause();
    throw new Error('the disk is full');
  }, []);
  const frames = createMemoryStore();
  let saved: Uint8Array | undefined;
  let last = 0;
  const failed = bake({
    workers,
    frames,
    checkpoint: (bytes) => {
      saved = bytes;
    },
    progress: ({ phase, done }) => {
      expect(phase).toBe('simulate');
      last = done;
    },
  });
  await expect(failed).rejects.toThrow('the disk is full');
  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThan(plan.lastFrame);
  expect(await bake({ frames, resume: saved })).toEqual(await bake({}));
});
