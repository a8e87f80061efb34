import type { ThreadScene } from './bake-call.ts';
import { type BakeThreads, startBakeThreads } from './bake-workers.ts';

/** The threads of a bake, which can start while the calling thread still opens the scene. */
export class EarlyThreads {
  private readonly prepared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private started: Promise<BakeThreads> | null = null;

  constructor(
    private readonly count: number,
    private readonly source: Omit<ThreadScene, 'prepared'>,
  ) {}

  /** Starts the threads, unless they have been started. */
  start(): Promise<BakeThreads> {
    this.started ??= startBakeThreads(this.count, { ...this.source, prepared: this.prepared });
    return this.started;
  }

  /** Informs the threads that the calling thread has opened the scene. */
  notePrepared(): void {
    Atomics.store(this.prepared, 0, 1);
  }

  /** Ends the threads, and waits until they have ended. */
  async stop(): Promise<void> {
    await (await this.started)?.pool.stop();
  }
}
