import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bakeScene } from '../../bake/bake-scene.ts';
import { hashUnit } from '../../math/random.ts';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { hopperPairs } from '../../scene/testing/hopper.ts';
import { casesOf, times } from '../../testing/long.ts';
import { createDiskFiles } from '../disk-files.ts';
import { FileRecord, openBundle, putBundle } from '../parts/scene-bundle.ts';
import { hasRedis, RedisServer } from '../testing/redis-server.ts';
import { Workshop } from '../testing/workshop.ts';
import { connectQueue, readQueueAddress } from './queue-connection.ts';
import { QueueRunner } from './queue-runner.ts';
import { runWorker } from './queue-worker.ts';
import { runOneTask } from './run-one-task.ts';

const seed = 20261131;
const workshop = new Workshop();
const server = new RedisServer();
const lockedServer = new RedisServer('SECRET');
const built = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

afterAll(async () => {
  workshop.close();
  await server.stop();
  await lockedServer.stop();
});

const scene = hopperPairs(times({ short: 1, long: 2 }));

/** Opens the scene. Sends it to a queue if an address is given. */
async function open(url?: string, changes: Record<string, unknown> = {}) {
  const folder = workshop.path('yard');
  const record = new FileRecord();
  const changed = { ...scene, ...changes };
  const plan = await openScene(parseScene(changed), record.watch(createDiskFiles(folder)), {
    name: 'yard',
    sceneFile: 'yard',
  });
  const bundle = { scene: changed, only: [], name: 'yard', sceneFile: 'yard', frames: null, hash: plan.hash };
  const runner = url ? await QueueRunner.open(readQueueAddress(url), record, bundle, () => {}) : undefined;
  return { plan, runner };
}

/** Bakes the scene, with the workers of a queue if an address is given. Returns the files. */
async function bake(url?: string, changes?: Record<string, unknown>): Promise<Map<string, Uint8Array>> {
  const { plan, runner } = await open(url, changes);
  const files = new Map<string, Uint8Array>();
  try {
    await bakeScene(plan, {
      write: (name, bytes) => void (name !== 'report.json' && files.set(name, bytes)),
      parts: runner,
    });
  } finally {
    await runner?.close();
  }
  return files;
}

/** Returns whether a bake has ended with success. False: it was killed, or found no server. Throws what it printed if it failed. */
async function succeeds(bake: ChildProcess): Promise<boolean> {
  let printed = '';
  bake.stderr!.on('data', (bytes) => {
    printed += bytes;
  });
  const [code, signal] =
    bake.exitCode === null && bake.signalCode === null
      ? await once(bake, 'close')
      : [bake.exitCode, bake.signalCode];
  // The server may have been killed at the moment at which the bake was started.
  const isEarly = printed.includes('expected a Redis server');
  if (code !== 0 && signal === null && !isEarly) throw new Error(printed);
  return code === 0;
}

describe.skipIf(!hasRedis)('a bake on a queue (needs redis-server)', () => {
  let whole: Map<string, Uint8Array>;
  /** The files without the texts beside them, which also describe how the bake was started. */
  let resultNames: string[];
  beforeAll(async () => {
    await server.start();
    whole = await bake();
    resultNames = [...whole.keys()].filter((name) => /\.(ground|ply)$/.test(name));
    expect(resultNames.length).toBeGreaterThan(1);
  });

  test('has the same bytes, and leaves nothing in Redis but the scene', async () => {
    const stop = new AbortController();
    const notes: string[] = [];
    const worker = runWorker({ url: server.url }, { signal: stop.signal, note: (text) => notes.push(text) });
    expect(await bake(server.url)).toEqual(whole);
    stop.abort();
    await worker;
    expect(notes[0]).toBe(`waiting for tasks of ${server.url}`);
    expect(notes.join('\n')).toMatch(/"yard", yard, frames \d+ to \d+, with hopper-0, hopper-1: done in/);
    expect(notes.join('\n')).toMatch(/"yard", dust, frames \d+ to \d+: done in/);
    const { redis, close } = await connectQueue({ url: server.url });
    const left = await redis.keys('aftermotion-*');
    // The bundle, and the file that it names.
    expect(left.filter((key) => key.startsWith('aftermotion-data:'))).toHaveLength(2);
    expect(left).toHaveLength(2);
    close();
  });

  test.each(casesOf([1, 2, 3, 4], (count) => count === 2))(
    'has the same results with %i workers and the characters in another order',
    async (count) => {
      const stop = new AbortController();
      const { signal } = stop;
      const working = Array.from({ length: count }, () =>
        runWorker({ url: server.url }, { signal, note() {} }),
      );
      const actors = (scene.actors as unknown[])
        .map((actor, k) => ({ actor, draw: hashUnit(seed, count, k) }))
        .sort((a, b) => a.draw - b.draw)
        .map(({ actor }) => actor);
      expect(actors).not.toEqual(scene.actors);
      const files = await bake(server.url, { actors });
      stop.abort();
      await Promise.all(working);
      for (const name of resultNames) expect(files.get(name)).toEqual(whole.get(name));
    },
  );

  test('a task that fails three times ends the bake with a message, and can be run alone', async () => {
    const stop = new AbortController();
    const working = runWorker({ url: server.url }, { signal: stop.signal, note() {} });
    const { runner } = await open(server.url);
    const state = { steps: 0, tiles: [], active: [], hints: null };
    // Particles cannot be simulated in regions.
    const input = { systems: ['dust'], from: -1, to: 0, actors: [], region: null, state };
    const [failed] = await Promise.allSettled([runner!.run('simulateRegionPart', input)]);
    await runner!.close();
    stop.abort();
    await working;
    const { message } = (failed as PromiseRejectedResult).reason as Error;
    const found =
      /^queue: the task (\S+) of "yard" \(dust, frames 0 to 0, with \) failed 3 times, the last time with: (.*); to run it alone: aftermotion task \1 --queue redis:/.exec(
        message,
      );
    expect(found, message).not.toBeNull();
    await expect(runOneTask({ url: server.url }, found![1])).rejects.toThrow(found![2]);
    await expect(runOneTask({ url: server.url }, 'none')).rejects.toThrow(
      /id: expected a task of redis:.*, got "none"/,
    );
  });

  const kills = times({ short: 3, long: 50 });
  test.skipIf(!existsSync(built))(
    `has the same bytes although workers, the server and the bake are killed ${kills} times (seed ${seed}; needs the build)`,
    async () => {
      const start = (args: readonly string[]) =>
        spawn(process.execPath, [built, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
      const workers: ChildProcess[] = [];
      const startWorker = (at: number) => {
        workers[at] = start(['worker', '--queue', server.url]);
        workers[at].stderr!.resume();
        // Like any service, it is started again if the server was not there.
        workers[at].once('exit', (code) => code !== null && !isDone && startWorker(at));
      };
      const file = workshop.write('yard/yard.json', JSON.stringify(scene));
      const out = workshop.path('crowd');
      const startBake = () =>
        start(['bake', file, '--out', out, '--overwrite', '--resume', '--queue', server.url]);
      let isDone = false;
      for (let at = 0; at < 2; at++) startWorker(at);
      let parent = startBake();
      let count = 0;
      const killing = (async () => {
        while (!isDone && count < kills) {
          await new Promise((done) => setTimeout(done, 300 + 900 * hashUnit(seed, count, 1)));
          const chosen = hashUnit(seed, count, 2);
          if (chosen < 0.3) {
            await server.stop();
            await server.start();
          } else if (chosen < 0.5) {
            parent.kill('SIGKILL');
          } else {
            const at = count % workers.length;
            workers[at].kill('SIGKILL');
            startWorker(at);
          }
          count++;
        }
      })();
      try {
        do {
          workshop.remove('crowd');
          while (!(await succeeds(parent))) parent = startBake();
          for (const name of resultNames)
            expect(workshop.read(`crowd/${name}`)).toEqual(Buffer.from(whole.get(name)!));
          if (count < kills) parent = startBake();
        } while (count < kills);
      } finally {
        isDone = true;
        await killing;
        for (const child of [parent, ...workers]) child.kill('SIGKILL');
      }
      // A worker that is asked to end does so.
      const last = start(['worker', '--queue', server.url]);
      await once(last.stderr, 'data');
      last.kill('SIGINT');
      expect(await once(last, 'exit')).toEqual([0, null]);
    },
    1_200_000,
  );
});

test('wrong addresses and passwords are refused with a message', async () => {
  expect(() => readQueueAddress('http://localhost')).toThrow(
    'queue: expected the address of a Redis server, such as redis://localhost:6379',
  );
  expect(() => readQueueAddress('redis://localhost', workshop.path('none.json'))).toThrow(
    'queue-options: expected a JSON file',
  );
  await expect(connectQueue({ url: 'redis://user:secret@127.0.0.1:1' })).rejects.toThrow(
    /queue: expected a Redis server at redis:\/\/user:\*\*\*@127\.0\.0\.1:1, got the error ".*ECONNREFUSED.*": start one, or correct the address/,
  );
});

test.skipIf(!hasRedis)('a server with a password is used with it only (needs redis-server)', async () => {
  await lockedServer.start();
  const { port } = lockedServer;
  await expect(connectQueue({ url: `redis://127.0.0.1:${port}` })).rejects.toThrow(
    /got the error "NOAUTH \(a password is needed\)": the server needs a password, as in redis:\/\/:PASSWORD@HOST:PORT/,
  );
  await expect(connectQueue({ url: `redis://:WRONG@127.0.0.1:${port}` })).rejects.toThrow(
    /WRONGPASS .*: correct the user or the password$/,
  );
  const file = workshop.write('redis.json', '{ "password": "SECRET" }');
  const connection = await connectQueue(readQueueAddress(`redis://127.0.0.1:${port}`, file));
  expect(await connection.redis.ping()).toBe('PONG');
  connection.close();
});

test('a scene of another version is refused', async () => {
  const kept = new Map<string, Uint8Array>();
  const store = {
    place: 'here',
    remedy: 'bake it again',
    async put(bytes: Uint8Array) {
      kept.set(`${kept.size}`, bytes);
      return `${kept.size - 1}`;
    },
    get: async (name: string) => kept.get(name),
  };
  const bundle = { scene, only: [], name: 'yard', sceneFile: 'yard', frames: null, hash: '' };
  const name = await putBundle(store, new FileRecord(), bundle);
  const text = new TextDecoder().decode(kept.get(name));
  kept.set(name, new TextEncoder().encode(text.replace(/"program":"[^"]*"/, '"program":"0.0.0-other"')));
  await expect(openBundle(store, name)).rejects.toThrow(
    /expected version 0.0.0-other of aftermotion, with which the scene was opened, got .* on the machine "/,
  );
});
