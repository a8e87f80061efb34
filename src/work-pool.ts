/**
 * A function that can run in another thread. Its input and result are plain data: numbers, texts, arrays, maps, and typed arrays. Other
 * threads find it by its name in `src/node/threads/task-table.ts`, and load it when they first need it.
 */
export interface WorkTask<Input, Result> {
  /** Unique among all tasks. */
  readonly name: string;
  load(): Promise<WorkFunction<Input, Result>>;
}

export type WorkFunction<Input, Result> = (input: Input, context: WorkContext) => Result | Promise<Result>;

/** What a running task can use. */
export interface WorkContext {
  /** Sends a message to the `receive` of the caller. Messages arrive in order, and before the result. */
  send(message: unknown): void;
  /** Marks a buffer that is moved instead of copied when the result is returned. The task must not use it afterwards. */
  move(buffer: ArrayBuffer): void;
}

export interface WorkOptions {
  /** Buffers of the input that are moved instead of copied. The caller must not use them afterwards. */
  readonly move?: readonly ArrayBuffer[];
  /** Receives the messages of the task. */
  receive?(message: unknown): void;
}

/** Runs tasks, possibly in other threads. Results never depend on the number of threads. */
export interface WorkPool {
  /** Number of tasks that run at the same time. */
  readonly threads: number;
  /**
   * Runs a task and returns its result. An error of the task is thrown here with its class and its message. Tasks start in the order of
   * the calls.
   */
  run<Input, Result>(task: WorkTask<Input, Result>, input: Input, options?: WorkOptions): Promise<Result>;
}

/** Runs tasks in the calling thread, one after the other. */
export function createLocalPool(): WorkPool {
  let last: Promise<unknown> = Promise.resolve();
  return {
    threads: 1,
    run(task, input, options = {}) {
      const result = last.then(async () => {
        const work = await task.load();
        return work(input, { send: (message) => options.receive?.(message), move() {} });
      });
      last = result.catch(() => {});
      return result;
    },
  };
}
