import type { WrittenFile } from './bake-report.ts';
import type { Bake } from './output-definition.ts';
import type { FileSink } from './output-sink.ts';

/**
 * A part of a bake that can run in another thread. That thread opens the scene itself, and so only plain data is sent: the input and the
 * result. Every task must be listed in `bake-tasks.ts`.
 */
export interface BakeTask<Input, Result> {
  /** Unique among the tasks of bakes. */
  readonly name: string;
  load(): Promise<BakeWork<Input, Result>>;
}

/** The function of a task. It writes files to `sink`. */
export type BakeWork<Input, Result> = (bake: Bake, input: Input, sink: FileSink) => Result | Promise<Result>;

/** Receives what a task reports while it runs. */
export interface BakeTaskEvents {
  /** The task begins its next unit of work, see `FileSink.next`. */
  next(message: string): void;
  wrote(file: WrittenFile): void;
}

/** Threads that run tasks of one bake. Results and files are the same for every number of threads. */
export interface BakeWorkers {
  /** Number of tasks that run at the same time. */
  readonly threads: number;
  /** Lets every thread open the scene, so that its first task starts at once. */
  warm(): void;
  /**
   * Sets what tasks see that start after this call: the saved state of the simulation (`Simulation.save`), and all frames that have been
   * kept until now. Before the first call, tasks see no outputs.
   */
  share(state: Uint8Array): void;
  /**
   * Runs a task. memory: approximate number of bytes that the task needs. Default 0. Tasks that need many bytes wait until there is
   * enough memory. If a task fails, all threads end before the error is thrown.
   */
  run<Input, Result>(
    task: BakeTask<Input, Result>,
    input: Input,
    events: BakeTaskEvents,
    memory?: number,
  ): Promise<Result>;
}
