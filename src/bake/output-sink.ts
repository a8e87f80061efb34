import type { BakeTask, TaskNeeds } from './bake-task.ts';

/** Receives finished files, and is called before each unit of work. */
export interface FileSink {
  write(file: string, kind: string, bytes: Uint8Array): Promise<void>;
  /** Writes a file that arrives in chunks, so that it need not fit into memory. */
  writeParts(file: string, kind: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called before each unit of work, which takes about as long as a frame, with a description of the work. May throw an error to stop. */
  next(message: string): Promise<void>;
}

/** A sink that can also run parts of the work in other threads. */
export interface OutputSink extends FileSink {
  /** Number of tasks that run at the same time. */
  readonly threads: number;
  /**
   * Runs a task, in another thread if there are any. Waits for the end of the simulation, unless the task follows it. Several tasks may be started before the first is complete. The report lists their
   * files in the order of the calls.
   */
  run<Input, Result>(task: BakeTask<Input, Result>, input: Input, needs?: TaskNeeds): Promise<Result>;
  /** Waits for the end of the simulation. Only writers with `follows` need it. */
  simulated(): Promise<void>;
  /**
   * Returns a sink for work that runs at the same time as other work. The report lists the files of the new sink at the position of this
   * call. order: their names in the order of the report. Default: the order in which they are written.
   */
  branch(order?: readonly string[]): OutputSink;
}
