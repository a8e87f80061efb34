import { afterEach, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { DiskError } from '../disk-error.ts';
import { countTask, doubleTask, endlessTask, failTask, meetTask } from './testing/test-tasks.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

const opened: ThreadPool[] = [];
const open = async (threads: number) => {
  const pool = await createThreadPool(threads, {
    file: new URL('./testing/test-worker.ts', import.meta.url),
  });
  opened.push(pool);
  return pool;
};
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.stop();
});

test('threads run tasks at the same time and return their results, after all their messages', async () => {
  const pool = await open(2);
  const shared = new SharedArrayBuffer(4);
  const counts = await Promise.all([pool.run(meetTask, shared), pool.run(meetTask, shared)]);
  expect(counts).toEqual([2, 2]);
  expect(await pool.run(doubleTask, Float64Array.of(1, 2, 3))).toEqual(Float64Array.of(2, 4, 6));
  const seen: unknown[] = [];
  expect(await pool.run(countTask, 500, (message) => seen.push(message))).toBe('counted');
  expect(seen).toEqual(Array.from({ length: 500 }, (_, k) => k));
});

test('errors keep their class, message and stack', async () => {
  const pool = await open(1);
  const input = await pool.run(failTask, 'input').catch((error: unknown) => error);
  expect(input).toBeInstanceOf(InputError);
  expect(input).toMatchObject({ faults: [{ path: 'a', message: 'expected b' }], cause: { message: 'c' } });
  const disk = await pool.run(failTask, 'disk').catch((error: unknown) => error);
  expect(disk).toBeInstanceOf(DiskError);
  expect(disk).toMatchObject({ code: 'ENOSPC', message: 'no space', isResumable: false });
  const defect = (await pool.run(failTask, 'defect').catch((error: unknown) => error)) as Error;
  expect(`${defect.name}: ${defect.message}`).toBe('RangeError: a defect');
  expect(defect.stack).toContain('test-tasks');
  const unread = pool.run(countTask, 3, () => {
    throw new Error('refused');
  });
  await expect(unread).rejects.toThrow('refused');
  expect(await pool.run(doubleTask, Float64Array.of(1))).toEqual(Float64Array.of(2));
});

test('stop ends a task that never returns, and those that wait', async () => {
  const pool = await open(1);
  const running = Promise.allSettled([pool.run(endlessTask, null), pool.run(countTask, 3)]);
  await new Promise((done) => setTimeout(done, 100));
  await pool.stop();
  expect((await running).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a thread that cannot start is an error of its task', async () => {
  const pool = await createThreadPool(2, { file: new URL('./testing/missing.ts', import.meta.url) });
  opened.push(pool);
  await expect(pool.run(countTask, 1)).rejects.toThrow('missing.ts');
});

test('threads that fail while they are stopped end without another error', async () => {
  const uncaught: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => uncaught.push(error));
  try {
    for (let k = 0; k < 4; k++) {
      const pool = await createThreadPool(2, { file: new URL('./testing/missing.ts', import.meta.url) });
      await pool.run(countTask, 1).catch(() => {});
      await pool.stop();
    }
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
  expect(uncaught).toEqual([]);
});
