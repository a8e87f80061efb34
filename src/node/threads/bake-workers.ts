import type { BakeTaskEvents, BakeWorkers } from '../../bake/bake-task.ts';
import type { OutputFolder } from '../output-folder.ts';
import {
  type BakeMessage,
  bakeThreadTask,
  type SharedState,
  type TaskWork,
  type ThreadScene,
} from './bake-call.ts';
import { FrameSender, share } from './shared-frames.ts';
import { TaskQueue } from './task-queue.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

/** Maximum memory of all running tasks together, bytes. Only tasks that state how much memory they need are counted. */
const memoryLimit = 2 ** 31;

/**
 * Maximum number of threads among which is the calling thread. With more, the calling thread only distributes tasks, since the others must
 * not wait for it.
 */
const maxWithOwnThread = 4;

/** Threads in which a scene is opened. */
export interface BakeThreads {
  /** Number of tasks that run at the same time. */
  readonly count: number;
  readonly usesOwnThread: boolean;
  readonly pool: ThreadPool;
  /** Number of the bake in this process. */
  readonly bake: number;
  readonly source: ThreadScene;
}

let bakeCount = 0;

/** Starts threads, which open a scene, while the calling thread does the same. The caller sets `ThreadScene.prepared` when it has done so. */
export async function startBakeThreads(count: number, source: ThreadScene): Promise<BakeThreads> {
  const bake = ++bakeCount;
  const usesOwnThread = count <= maxWithOwnThread;
  const pool = await createThreadPool(usesOwnThread ? count - 1 : count, { tasksPerThread: 2 });
  for (let k = 0; k < pool.threads; k++) {
    // The same error occurs again in the first task, which reports it.
    pool.run(bakeThreadTask, { bake, source }).catch(() => {});
  }
  return { count, usesOwnThread, pool, bake, source };
}

/**
 * Returns workers that run the tasks of a bake in threads. The threads write files into the folder. hash: of the scene that the caller has
 * opened. If `signal` aborts, the threads end, and the running tasks throw its reason.
 */
export function createBakeWorkers(
  { pool, count, usesOwnThread, bake, source }: BakeThreads,
  hash: string,
  folder: OutputFolder,
  signal?: AbortSignal,
): BakeWorkers {
  const queue = new TaskQueue({ poolThreads: pool.threads, usesOwnThread, memoryLimit });
  let state: SharedState | null = null;
  let isSimulating = false;
  let failure: { readonly error: unknown } | null = null;
  const receiveInto = (events: BakeTaskEvents) => (message: unknown) => {
    const made = message as BakeMessage;
    if ('next' in made) return events.next(made.next);
    folder.noteWritten(made.wrote.file);
    events.wrote(made.wrote);
  };
  signal?.addEventListener('abort', () => void pool.stop());
  const senders = new Set<FrameSender>();
  const setState = (snapshot: Uint8Array) => {
    state = { version: (state?.version ?? 0) + 1, snapshot: share(snapshot), frames: folder.shareFrames() };
  };
  /** Runs a task that follows the simulation in a thread of the pool. */
  const runFollower = async (work: TaskWork, receive: (message: unknown) => void) => {
    const sender = new FrameSender();
    const { feed } = sender;
    // No frame is kept between these two calls.
    const following: TaskWork = { ...work, state: { ...state!, frames: folder.shareFrames() }, feed };
    const end = folder.sendFrames(sender);
    senders.add(sender);
    try {
      return await pool.run(bakeThreadTask, { bake, source, work: following }, receive, [feed.port]);
    } finally {
      end();
      senders.delete(sender);
      sender.close();
    }
  };
  return {
    threads: count,
    begin(snapshot) {
      setState(snapshot);
      isSimulating = true;
      this.reserve(1);
    },
    reserve(partCount) {
      queue.setFollowers(Math.max(0, Math.min(pool.threads, count - partCount)));
    },
    share(snapshot) {
      setState(snapshot);
      isSimulating = false;
      for (const sender of senders) sender.end();
      queue.setFollowers(null);
    },
    stop: () => pool.stop(),
    async run({ name: task, rank = 0 }, input, { events, here, memory = 0, follows = false }) {
      try {
        const result = await queue.run({
          rank,
          memory,
          follows,
          async inPool(claim) {
            if (failure) throw failure.error;
            const work = { task, input, hash, state, out: folder.filesPath, claim };
            const receive = receiveInto(events);
            if (follows && isSimulating) return runFollower(work, receive);
            return pool.run(bakeThreadTask, { bake, source, work }, receive);
          },
          async here() {
            if (failure) throw failure.error;
            return here();
          },
        });
        // The result has the type of the task with this name.
        return result as never;
      } catch (error) {
        // When the threads end, all other tasks fail too. Only the first error is the true cause.
        failure ??= { error: signal?.aborted ? signal.reason : error };
        await pool.stop();
        // The outputs of an interrupted bake are deleted when the bake is resumed.
        if (signal?.aborted) throw signal.reason;
        // This frees space on the disk for the frames. A resumed bake creates the outputs again from the frames.
        folder.dropOutputs();
        throw failure.error;
      }
    },
  };
}
