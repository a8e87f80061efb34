import { buffersOf, type LiveReply, type LiveRequest } from './live-messages.ts';

export interface SimulationThreadOptions {
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker?: (() => Worker) | null;
  readonly onReply: (reply: LiveReply) => void;
  /** Called once if there is no Worker, so that the page's own thread does the work. */
  readonly onFallback: (reason: string) => void;
}

/**
 * Runs a `LiveSimulation` in a Worker, or on the page's own thread if Workers are missing, forbidden or fail to load. Messages that are
 * sent before the simulation is ready are kept.
 */
export class SimulationThread {
  /** Whether the work is done on the page's own thread. */
  isOnPage = false;
  private worker: Worker | null = null;
  private post: ((message: LiveRequest) => void) | null = null;
  private waiting: LiveRequest[] = [];
  private isDisposed = false;

  constructor(private readonly options: SimulationThreadOptions) {
    const { createWorker } = options;
    if (createWorker === null) this.startHere('as asked');
    else if (typeof Worker === 'undefined') this.startHere('there are no Workers here');
    else {
      try {
        this.startWorker(createWorker ? createWorker() : createDefaultWorker());
      } catch (error) {
        this.startHere(error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** Whether messages are delivered at once. */
  get isReady(): boolean {
    return this.post !== null;
  }

  send(message: LiveRequest): void {
    if (this.isDisposed) return;
    if (this.post) this.post(message);
    else this.waiting.push(message);
  }

  dispose(): void {
    this.isDisposed = true;
    this.worker?.terminate();
    this.worker = this.post = null;
    this.waiting = [];
  }

  private startWorker(worker: Worker): void {
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<LiveReply>) => {
      if (this.isDisposed) return;
      if (data.type === 'ready') this.begin((message) => worker.postMessage(message, buffersOf(message)));
      else this.options.onReply(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.post) this.options.onReply({ type: 'failed', message: event.message });
      else {
        worker.terminate();
        this.worker = null;
        this.startHere(event.message || 'its script could not be loaded');
      }
    };
  }

  private startHere(reason: string): void {
    this.isOnPage = true;
    this.options.onFallback(reason);
    // The module is loaded only if it is needed, because the Worker has its own copy.
    import('./live-simulation.ts')
      .then(({ LiveSimulation }) => {
        const simulation = new LiveSimulation();
        this.begin((message) => {
          const reply = simulation.receive(message);
          if (reply) this.options.onReply(reply);
        });
      })
      .catch((error: Error) => this.options.onReply({ type: 'failed', message: error.message }));
  }

  private begin(post: (message: LiveRequest) => void): void {
    if (this.isDisposed) return;
    this.post = post;
    const { waiting } = this;
    this.waiting = [];
    for (const message of waiting) post(message);
  }
}

function createDefaultWorker(): Worker {
  return new Worker(new URL('./ground-worker.js', import.meta.url), { type: 'module' });
}
