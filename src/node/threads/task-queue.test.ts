import { expect, test } from 'vitest';
import { TaskQueue, takeClaim } from './task-queue.ts';

/** Threads that run the tasks that were sent to them one after the other, each until `step` is called. */
class FakePool {
  readonly sent: { readonly name: string; readonly claim: Int32Array; answer(ran: boolean): void }[] = [];

  private isRunning = false;

  add(task: FakePool['sent'][number]): void {
    this.sent.push(task);
    if (this.sent.length === 1) this.begin();
  }

  /** Completes the first task. Returns its name, or null if it had been taken back. */
  async step(): Promise<string | null> {
    const { name, answer } = this.sent.shift()!;
    const ran = this.isRunning;
    answer(ran);
    this.begin();
    await settle();
    return ran ? name : null;
  }

  private begin(): void {
    if (this.sent.length > 0) this.isRunning = takeClaim(this.sent[0].claim);
  }
}

const settle = () => new Promise((done) => setTimeout(done, 40));

function open(options: { usesOwnThread: boolean; memoryLimit?: number }) {
  const queue = new TaskQueue({ poolThreads: 1, memoryLimit: 10, ...options });
  const pool = new FakePool();
  const here: { readonly name: string; end(): void }[] = [];
  const run = (name: string, rank = 0, memory = 0, follows = false) =>
    queue.run({
      rank,
      memory,
      follows,
      inPool: (claim) =>
        new Promise((done) => {
          pool.add({
            name,
            claim,
            answer: (ran) => done(ran ? { result: `${name} in the pool` } : null),
          });
        }),
      here: () => new Promise((done) => here.push({ name, end: () => done(`${name} here`) })),
    });
  return { run, pool, here, queue };
}

test('the pool starts with the highest rank, the calling thread with the lowest, and takes back what has not begun', async () => {
  const { run, pool, here } = open({ usesOwnThread: true });
  const results = [run('first'), run('low', 0), run('high', 2), run('middle', 1)];
  await settle();
  // Besides its first task, the pool has another one waiting.
  expect(pool.sent.map(({ name }) => name)).toEqual(['high', 'middle']);
  expect(here.map(({ name }) => name)).toEqual(['low']);
  here[0].end();
  await settle();
  expect(here.map(({ name }) => name)).toEqual(['low', 'first']);
  here[1].end();
  await settle();
  expect(here.map(({ name }) => name)).toEqual(['low', 'first', 'middle']);
  expect(await pool.step()).toBe('high');
  expect(await pool.step()).toBeNull();
  here[2].end();
  expect(await Promise.all(results)).toEqual(['first here', 'low here', 'high in the pool', 'middle here']);
});

test('tasks wait for memory, and smaller ones start before them', async () => {
  const { run, pool } = open({ usesOwnThread: false, memoryLimit: 10 });
  const results = [run('a', 0, 8), run('b', 3, 20), run('c', 1, 1)];
  await settle();
  const order: (string | null)[] = [];
  while (pool.sent.length > 0) order.push(await pool.step());
  await Promise.all(results);
  expect(order).toEqual(['b', 'c', 'a']);
});

test('tasks that follow the simulation leave the other threads free', async () => {
  const { run, pool, here, queue } = open({ usesOwnThread: true });
  queue.setFollowers(0);
  const results = [run('follower', 9, 0, true), run('part', 1)];
  await settle();
  expect(pool.sent.map(({ name }) => name)).toEqual(['part']);
  expect(here).toEqual([]);
  expect(await pool.step()).toBe('part');
  expect(pool.sent).toEqual([]);
  queue.setFollowers(1);
  await settle();
  expect(pool.sent.map(({ name }) => name)).toEqual(['follower']);
  // The calling thread does not take the follower back, and nothing waits behind it.
  results.push(run('late'), run('later'));
  await settle();
  expect(pool.sent.map(({ name }) => name)).toEqual(['follower']);
  expect(here.map(({ name }) => name)).toEqual(['later']);
  here[0].end();
  await settle();
  here[1].end();
  await pool.step();
  expect(await Promise.all(results)).toEqual([
    'follower in the pool',
    'part in the pool',
    'late here',
    'later here',
  ]);
});

test('after the simulation, another task waits behind one that followed it', async () => {
  const { run, pool, here, queue } = open({ usesOwnThread: true });
  queue.setFollowers(1);
  const results = [run('follower', 9, 0, true)];
  await settle();
  queue.setFollowers(null);
  results.push(run('late', 1), run('later'));
  await settle();
  expect(pool.sent.map(({ name }) => name)).toEqual(['follower', 'late']);
  expect(here.map(({ name }) => name)).toEqual(['later']);
  here[0].end();
  await pool.step();
  await pool.step();
  for (const { end } of here) end();
  expect((await Promise.all(results))[0]).toBe('follower in the pool');
});

test('a task that fails does not stop the others', async () => {
  const queue = new TaskQueue({ poolThreads: 1, usesOwnThread: false, memoryLimit: 1 });
  const call = (inPool: () => Promise<{ result: unknown }>) =>
    queue.run({
      rank: 0,
      memory: 1,
      follows: false,
      inPool,
      here: () => Promise.reject(new Error('not expected')),
    });
  const failed = call(() => Promise.reject(new Error('refused')));
  const next = call(async () => ({ result: 1 }));
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe(1);
});
