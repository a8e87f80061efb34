import type { WrittenFile } from '../../bake/bake-report.ts';
import type { Scene } from '../../scene/scene.ts';
import type { FrameFeed, SharedFrames } from './shared-frames.ts';
import type { ThreadTask } from './thread-task.ts';

/** Everything that a thread needs to open the same scene as the main thread. */
export interface ThreadScene {
  readonly scene: Scene;
  /** Folder to which the paths of the scene are relative. */
  readonly folder: string;
  readonly outsideFiles: boolean;
  readonly name: string;
  readonly sceneFile: string;
  readonly frames?: readonly [number | null, number | null];
  /**
   * 1 when the main thread has opened the scene. Until then, other threads wait for what it prepares and caches, so that it is not prepared
   * several times.
   */
  readonly prepared: Int32Array;
}

/** The state of a simulation and its kept frames, in memory that all threads can read. */
export interface SharedState {
  /** A later state of the same bake has a higher number. */
  readonly version: number;
  /** The result of `Simulation.save`. */
  readonly snapshot: Uint8Array;
  readonly frames: SharedFrames;
}

/** The input of `bakeThreadTask`. */
export interface BakeCall {
  /** Number of the bake in this process. A thread opens the scene when it receives the first call of a bake. */
  readonly bake: number;
  readonly source: ThreadScene;
  /** Absent: the thread only opens the scene. */
  readonly work?: TaskWork;
}

/** A task of a bake. */
export interface TaskWork {
  /** Name of the task in `bake-tasks.ts`. */
  readonly task: string;
  readonly input: unknown;
  /** The hash of the scene that the main thread has opened, see `BakePlan.hash`. */
  readonly hash: string;
  readonly state: SharedState | null;
  /** The frames that are kept after the call. Absent: all are kept already. */
  readonly feed?: FrameFeed;
  /** Folder to which the files are written. */
  readonly out: string;
  /** See `QueuedTask.inPool`. */
  readonly claim: Int32Array;
}

/** A message that a task of a bake sends while it runs. */
export type BakeMessage = { readonly next: string } | { readonly wrote: WrittenFile };

/** Runs a task of a bake in another thread. The thread opens the scene itself. The result is null if the thread did not run the task. */
export const bakeThreadTask: ThreadTask<BakeCall, { readonly result: unknown } | null> = {
  name: 'bake',
  load: async () => (await import('./bake-thread.ts')).runBakeCall,
};
