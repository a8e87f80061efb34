import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Tinypool } from 'tinypool';
import { InputError } from '../../input-error.ts';
import { unpackError } from './carry-error.ts';
import type { ThreadAnswer, ThreadCall } from './thread-call.ts';
import type { ThreadTask } from './thread-task.ts';

/** A pool of threads. The results of tasks never depend on the number of threads. */
export interface ThreadPool {
  /** Number of tasks that run at the same time. */
  readonly threads: number;
  /**
   * Runs a task and returns its result. An error of the task is thrown here with its class and its message. Tasks start in the order of
   * the calls. receive: called with the messages of the task. transfer: ports in the input, which the task receives.
   */
  run<Input, Result>(
    task: ThreadTask<Input, Result>,
    input: Input,
    receive?: (message: unknown) => void,
    transfer?: readonly MessagePort[],
  ): Promise<Result>;
  /**
   * Ends all threads immediately, even if they run tasks, and waits until they have ended. The calls of unfinished tasks throw an error. A
   * second call has no further effect.
   */
  stop(): Promise<void>;
}

/** The maximum interval of a timer, milliseconds. */
const longInterval = 2 ** 31 - 1;

/** The file that threads run. `dist` contains it as JavaScript; tests run the TypeScript. */
const workerFile = new URL(`./worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

export interface ThreadPoolOptions {
  /** The module that the threads run. Tests use another one than the default. */
  readonly file?: URL;
  /** Number of tasks that are sent to a thread before the first of them is complete. Default 1. */
  readonly tasksPerThread?: number;
}

/** Creates a pool of threads. The threads start at once, and end with `stop` or with the process. */
export async function createThreadPool(
  threads: number,
  { file = workerFile, tasksPerThread = 1 }: ThreadPoolOptions = {},
): Promise<ThreadPool> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: file.href,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
  });
  let stopped: Promise<void> | null = null;
  // While a thread starts, the pool alone would let the process end.
  const alive = new KeepAlive();
  // If a thread cannot start, or ends between two tasks, the error goes to the pool. No call of a task would receive it.
  const failed = new Promise<never>((_, fail) => pool.on('error', fail));
  failed.catch(() => {});
  return {
    threads,
    async run(task, input, receive, transfer = []) {
      const messages = receive ? new MessageReader(receive) : null;
      const call: ThreadCall = { name: task.name, input, port: messages?.port ?? null };
      const transferList = messages ? [messages.port, ...transfer] : [...transfer];
      alive.begin();
      try {
        const answer = pool.run(call, { transferList }).catch((error) => {
          throw describeEnd(error, threads);
        });
        const { value, error, sentCount } = (await Promise.race([answer, failed])) as ThreadAnswer;
        await messages?.waitFor(sentCount);
        if (error) throw unpackError(error);
        // The result has the type of the task with this name.
        return value as never;
      } finally {
        alive.end();
        messages?.close();
      }
    },
    stop() {
      stopped ??= stopThreads(pool);
      return stopped;
    },
  };
}

async function stopThreads(pool: Tinypool): Promise<void> {
  const exits = pool.threads.map((thread) => {
    // The pool waits with `events.once`, which calls this if the thread fails meanwhile. Threads of the pool do not have it.
    Object.assign(thread, { removeListener() {} });
    return new Promise((exit) => thread.once('exit', exit));
  });
  // The error of a thread that fails while it is stopped is the error of its task, or of none.
  await pool.destroy().catch(() => {});
  await Promise.all(exits);
}

/** Returns the error to throw if a thread has ended without an answer. */
function describeEnd(error: unknown, threads: number): unknown {
  if ((error as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  const message = `the memory of a thread is exhausted (one of ${threads}): use fewer, or make the scene smaller or coarser`;
  return new InputError([{ path: 'threads', message }], { cause: error });
}

/** Keeps the process alive between `begin` and `end`. */
class KeepAlive {
  private count = 0;
  private timer: NodeJS.Timeout | undefined;

  begin(): void {
    if (this.count++ === 0) this.timer = setInterval(() => {}, longInterval);
  }

  end(): void {
    if (--this.count === 0) clearInterval(this.timer);
  }
}

/** Receives the messages of one task. */
class MessageReader {
  /** The end of the channel that is sent to the task. */
  readonly port: MessagePort;
  private readonly own: MessagePort;
  private count = 0;
  private wanted = Number.POSITIVE_INFINITY;
  private finish: (() => void) | null = null;
  private fail: ((error: unknown) => void) | null = null;
  private failure: { readonly error: unknown } | null = null;

  constructor(receive: (message: unknown) => void) {
    const { port1, port2 } = new MessageChannel();
    this.own = port1;
    this.port = port2;
    port1.on('message', (message) => {
      this.count++;
      try {
        receive(message);
      } catch (error) {
        this.failure ??= { error };
      }
      this.settle();
    });
    // The port must not keep the process alive by itself. `KeepAlive` does that while the task runs.
    port1.unref();
  }

  /** Waits until this number of messages has arrived. Throws the first error that `receive` threw. */
  waitFor(count: number): Promise<void> {
    this.own.ref();
    return new Promise((finish, fail) => {
      this.wanted = count;
      this.finish = finish;
      this.fail = fail;
      this.settle();
    });
  }

  close(): void {
    this.own.close();
  }

  private settle(): void {
    if (this.count < this.wanted) return;
    if (this.failure) this.fail?.(this.failure.error);
    else this.finish?.();
  }
}
