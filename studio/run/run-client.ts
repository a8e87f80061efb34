import type { Stroke } from '../brush/stroke.ts';
import type { StudioDocument } from '../document/studio-document.ts';
import type { Push } from '../fur/push.ts';
import type { KeyPaths } from '../particles/record-paths.ts';
import { Playback } from './playback.ts';
import type {
  BakedDownload,
  Problem,
  RunAnswer,
  RunFacts,
  RunRequest,
  TaskAnswer,
  TaskRequest,
  WorkerReady,
} from './protocol.ts';
import type { BackendChoice, SystemBackend } from './simulation-backend.ts';

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

export interface RunEvents {
  opened(facts: RunFacts): void;
  failed(problem: Problem): void;
  /** Called when `RunClient.preparing` has changed. */
  preparing(): void;
  /** Called when `RunClient.backends` has changed. note: a message for the user. */
  backends(note?: string): void;
}

/** The page's side of the simulation: opens runs in a worker and moves the playhead. */
export class RunClient {
  readonly playback = new Playback();
  /** Progress of a jump, 0 to 1. Null if there is none. */
  catchingUp: { from: number; tick: number; to: number } | null = null;
  /** Settles when the worker is ready or has failed to start. After this, messages do not wait for this thread. */
  readonly ready: Promise<void>;
  /** Long work before the opened run can start. Null if there is none. */
  preparing: { readonly fraction: number; readonly message: string } | null = null;
  private worker!: Worker;
  private isReady: () => void = () => {};
  /** Where systems are simulated, as the user has chosen. */
  backend: BackendChoice = 'auto';
  /** Where each system of the current run is simulated. Empty until the run is open. */
  backends: readonly SystemBackend[] = [];
  /** Number of runs that were opened. */
  run = 0;
  private jump = 0;

  constructor(private readonly events: RunEvents) {
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
    });
    this.renewWorker();
  }

  private renewWorker(): void {
    this.worker?.terminate();
    this.worker = startWorker();
    this.worker.onmessage = ({ data }: MessageEvent<RunAnswer | WorkerReady>) => {
      if (data.type === 'ready') this.isReady();
      else this.receive(data);
    };
    this.worker.onerror = (event) => {
      this.isReady();
      const message = event.message || 'the worker could not be started';
      this.setPreparing(null);
      this.events.failed({ faults: [{ path: '', message }], isDefect: true });
    };
  }

  private setPreparing(preparing: RunClient['preparing']): void {
    if (preparing === this.preparing) return;
    this.preparing = preparing;
    this.events.preparing();
  }

  /** Opens a document's scene and goes to `tick`. */
  open({ name, scene, files, strokes }: StudioDocument, tick: number, endTick: number): void {
    // A worker in the middle of long work receives no messages. So another worker starts; it finds the finished part of the work in the
    // cache.
    if (this.preparing) this.renewWorker();
    this.setPreparing(null);
    this.run++;
    this.jump = 0;
    this.playback.endTick = endTick;
    this.playback.droppedTicks = 0;
    this.playback.jumpTo(tick);
    this.catchingUp = { from: 0, tick: 0, to: this.playback.reached };
    const { position } = this.playback;
    const { backend } = this;
    this.post({ type: 'open', run: this.run, name, scene, files: [...files], strokes, backend, position });
  }

  /** Chooses where systems are simulated, from now on. The results are the same. */
  setBackend(backend: BackendChoice): void {
    this.backend = backend;
    this.post({ type: 'backend', run: this.run, backend, position: this.playback.position });
  }

  seek(tick: number): void {
    this.playback.jumpTo(tick);
    this.startJump();
    this.post({ type: 'seek', run: this.run, jump: this.jump, position: this.playback.position });
  }

  /** Sends the state of the page to the worker. Called in every frame. */
  report(): void {
    this.post({ type: 'position', run: this.run, position: this.playback.position });
  }

  /** Discards everything that was simulated after `tick`, because a stroke or a push starts there. */
  beginJump(tick: number): void {
    this.playback.jumpTo(tick);
    this.jump++;
  }

  /** Sends a stroke that starts, is extended, or ends. It starts at the playhead: see `beginJump`. */
  setStroke(stroke: Stroke, isDone: boolean): void {
    const { position } = this.playback;
    this.post({ type: 'stroke', run: this.run, jump: this.jump, stroke, isDone, position });
  }

  /** Sends a push that starts, is extended, or ends. It starts at the playhead: see `beginJump`. */
  setPush(push: Push, isDone: boolean): void {
    const { position } = this.playback;
    this.post({ type: 'push', run: this.run, jump: this.jump, push, isDone, position });
  }

  keepStrokes(count: number): void {
    this.playback.jumpTo(this.playback.playhead);
    this.startJump();
    const { position } = this.playback;
    this.post({ type: 'keepStrokes', run: this.run, jump: this.jump, count, position });
  }

  private startJump(): void {
    this.jump++;
    this.catchingUp = { from: 0, tick: 0, to: this.playback.reached };
  }

  private receive(answer: RunAnswer): void {
    if (answer.run !== this.run) return;
    switch (answer.type) {
      case 'preparing':
        this.setPreparing({ fraction: answer.fraction, message: answer.message });
        break;
      case 'opened':
        this.setPreparing(null);
        this.events.opened(answer.facts);
        break;
      case 'failed':
        this.catchingUp = null;
        this.setPreparing(null);
        this.events.failed(answer.problem);
        break;
      case 'backends':
        this.backends = answer.systems;
        this.events.backends(answer.note);
        break;
      case 'catchingUp': {
        if (answer.jump !== this.jump || !this.catchingUp) break;
        const { from, to, tick } = this.catchingUp;
        this.catchingUp = { from: tick === 0 ? answer.tick : from, tick: answer.tick, to };
        break;
      }
      case 'reached':
        if (answer.jump !== this.jump) break;
        this.catchingUp = null;
        this.playback.receive(answer.tick, answer.changes, answer.droppedTicks);
        break;
    }
  }

  private post(request: RunRequest): void {
    this.worker.postMessage(request);
  }
}

export interface RunningTask<Result> {
  readonly result: Promise<Result>;
  cancel(): void;
}

/** Bakes in a separate worker. The result rejects with a `Problem`. After `cancel` it stays pending. */
export function startBake(
  request: Omit<TaskRequest & { type: 'bake' }, 'type'>,
  progress: (fraction: number, message: string) => void,
): RunningTask<BakedDownload> {
  return startTask({ type: 'bake', ...request }, (answer, done) => {
    if (answer.type === 'progress') progress(answer.fraction, answer.message);
    else if (answer.type === 'baked') done(answer.download);
  });
}

/** Computes the paths of some particles in a separate worker. */
export function startPaths(
  request: Omit<TaskRequest & { type: 'paths' }, 'type'>,
  progress: (fraction: number) => void,
): RunningTask<readonly KeyPaths[]> {
  return startTask({ type: 'paths', ...request }, (answer, done) => {
    if (answer.type === 'progress') progress(answer.fraction);
    else if (answer.type === 'paths') done(answer.paths);
  });
}

/** Inspects a character in a separate worker. */
export function startInspection(request: Omit<TaskRequest & { type: 'inspect' }, 'type'>) {
  return startTask<(TaskAnswer & { type: 'inspected' })['inspection']>(
    { type: 'inspect', ...request },
    (answer, done) => {
      if (answer.type === 'inspected') done(answer.inspection);
    },
  );
}

function startTask<Result>(
  request: TaskRequest,
  take: (answer: TaskAnswer, done: (result: Result) => void) => void,
): RunningTask<Result> {
  const worker = startWorker();
  const result = new Promise<Result>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<TaskAnswer>) => {
      if (data.type === 'taskFailed') {
        worker.terminate();
        reject(data.problem);
        return;
      }
      take(data, (value) => {
        worker.terminate();
        resolve(value);
      });
    };
    worker.onerror = (event) => {
      worker.terminate();
      const problem: Problem = { faults: [{ path: '', message: event.message }], isDefect: true };
      reject(problem);
    };
    worker.postMessage(request);
  });
  return { result, cancel: () => worker.terminate() };
}
