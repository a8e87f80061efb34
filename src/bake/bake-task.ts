import type { WrittenFile } from './bake-report.ts';
import type { Bake } from './output-definition.ts';
import type { FileSink } from './output-sink.ts';

/**
 * A part of a bake that can run in another thread, which opens the scene itself. Its input and result are plain data. It must be in
 * `bake-tasks.ts`.
 */
export interface BakeTask<Input, Result> {
  /** Unique among the tasks of bakes. */
  readonly name: string;
  load(): Promise<BakeWork<Input, Result>>;
}

/** Files are written to `sink`. */
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
   * Gives the tasks that start from now on this state of the simulation (`Simulation.save`), and all frames that have been kept. Before
   * the first call, a bake shows no outputs to its tasks.
   */
  share(state: Uint8Array): void;
  /**
   * Runs a task. memory: approximate number of bytes that it needs, if they are many: fewer such tasks run at the same time. If a task
   * fails, all threads have ended when the error is thrown.
   */
  run<Input, Result>(
    task: BakeTask<Input, Result>,
    input: Input,
    events: BakeTaskEvents,
    memory?: number,
  ): Promise<Result>;
}
