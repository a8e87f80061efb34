import type { BakeTaskEvents, BakeWorkers } from '../../bake/bake-task.ts';
import type { OutputFolder } from '../output-folder.ts';
import {
  type BakeCall,
  type BakeMessage,
  bakeThreadTask,
  type SharedState,
  type ThreadScene,
} from './bake-call.ts';
import { MemoryGate } from './memory-gate.ts';
import { share } from './shared-frames.ts';
import type { ThreadPool } from './thread-pool.ts';

/** Bytes that tasks which state their memory may need at the same time. */
const memoryLimit = 2 ** 31;

let bakeCount = 0;

/**
 * Lets the threads of a pool run the tasks of a bake. Files are written into the folder. If `signal` aborts, the threads end, and tasks throw
 * its reason.
 */
export function createBakeWorkers(
  pool: ThreadPool,
  source: ThreadScene,
  folder: OutputFolder,
  signal?: AbortSignal,
): BakeWorkers {
  const bake = ++bakeCount;
  const gate = new MemoryGate(memoryLimit);
  let state: SharedState | null = null;
  let failure: { readonly error: unknown } | null = null;
  const call = (task: string | null, input: unknown, events?: BakeTaskEvents) => {
    const given: BakeCall = { bake, source, state, out: folder.filesPath, task, input };
    const receive = (message: unknown) => {
      const made = message as BakeMessage;
      if ('next' in made) return events?.next(made.next);
      folder.noteWritten(made.wrote.file);
      events?.wrote(made.wrote);
    };
    return pool.run(bakeThreadTask, given, receive);
  };
  signal?.addEventListener('abort', () => void pool.stop());
  return {
    threads: pool.threads,
    warm() {
      // An error is thrown again by the first task.
      for (let k = 0; k < pool.threads; k++) call(null, null).catch(() => {});
    },
    share(snapshot) {
      state = { version: (state?.version ?? 0) + 1, snapshot: share(snapshot), frames: folder.shareFrames() };
    },
    async run(task, input, events, memory = 0) {
      const leave = await gate.enter(memory);
      try {
        if (failure) throw failure.error;
        // The task with this name returned the value.
        return (await call(task.name, input, events)) as never;
      } catch (error) {
        // The other tasks fail because the threads end. The first error is the reason.
        failure ??= { error: signal?.aborted ? signal.reason : error };
        await pool.stop();
        // A bake that was interrupted deletes them when it is resumed.
        if (signal?.aborted) throw signal.reason;
        // This frees space for the frames, from which a resumed bake creates the outputs again.
        folder.dropOutputs();
        throw failure.error;
      } finally {
        leave();
      }
    },
  };
}
