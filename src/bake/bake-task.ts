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
  /**
   * Of the tasks that are ready, those with the highest rank start first: those that take long, and those for which others wait. Default 0.
   */
  readonly rank?: number;
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

/** How a task is run. */
export interface TaskNeeds {
  /** Approximate number of bytes that the task needs. Default 0. Tasks that need many bytes wait until there is enough memory. */
  readonly memory?: number;
  /**
   * Whether the task may run while the scene is still simulated. It then sees outputs of an earlier state, so it may read only what never
   * changes in them. If a frame is not kept yet, it waits for it. Default: it starts after the simulation.
   */
  readonly follows?: boolean;
}

/** A call of a task. */
export interface TaskCall<Result> extends TaskNeeds {
  readonly events: BakeTaskEvents;
  /** Runs the task in the calling thread, if that has time before the other threads. It pauses often, or takes only a few seconds. */
  here(): Promise<Result>;
}

/** Threads that run tasks of one bake. Results and files are the same for every number of threads. */
export interface BakeWorkers {
  /** Number of tasks that run at the same time. */
  readonly threads: number;
  /**
   * Ends the simulation. Sets what tasks see that start after this call: the saved state of the simulation (`Simulation.save`), and all
   * frames. Before `begin` and `share`, tasks see no outputs.
   */
  share(state: Uint8Array): void;
  /** Ends all threads. The calls of unfinished tasks throw an error. */
  stop(): Promise<void>;
  /**
   * Begins the simulation. Until the call of `share`, only tasks that follow it may run, and those that simulate parts. state: the saved state
   * of the simulation, which these tasks see.
   */
  begin(state: Uint8Array): void;
  /** Keeps threads free for a number of tasks that simulate parts at the same time. Tasks that follow the simulation use the other threads. */
  reserve(partCount: number): void;
  /** Runs a task. If a task fails, all threads end before the error is thrown. */
  run<Input, Result>(task: BakeTask<Input, Result>, input: Input, call: TaskCall<Result>): Promise<Result>;
}
