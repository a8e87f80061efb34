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

/** Maximum memory of all running tasks together, bytes. Only tasks that state how much memory they need are counted. */
const memoryLimit = 2 ** 31;

let bakeCount = 0;

/**
 * Returns workers that run the tasks of a bake in the threads of a pool. The threads write files into the folder. If `signal` aborts, the
 * threads end, and the running tasks throw its reason.
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
      // The same error occurs again in the first task, which reports it.
      for (let k = 0; k < pool.threads; k++) call(null, null).catch(() => {});
    },
    share(snapshot) {
      state = { version: (state?.version ?? 0) + 1, snapshot: share(snapshot), frames: folder.shareFrames() };
    },
    async run(task, input, events, memory = 0) {
      const leave = await gate.enter(memory);
      try {
        if (failure) throw failure.error;
        // The result has the type of the task with this name.
        return (await call(task.name, input, events)) as never;
      } catch (error) {
        // When the threads end, all other tasks fail too. Only the first error is the true cause.
        failure ??= { error: signal?.aborted ? signal.reason : error };
        await pool.stop();
        // The outputs of an interrupted bake are deleted when the bake is resumed.
        if (signal?.aborted) throw signal.reason;
        // This frees space on the disk for the frames. A resumed bake creates the outputs again from the frames.
        folder.dropOutputs();
        throw failure.error;
      } finally {
        leave();
      }
    },
  };
}
