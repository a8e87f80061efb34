/** The message of a Worker when it has loaded its simulation. */
const ready = { type: 'ready' } as const;
/** The message of a Worker whose simulation cannot run here. */
const unable = { type: 'unable' } as const;

/** The message that a simulation has ended. */
export interface ThreadFailure {
  readonly type: 'failed';
  readonly message: string;
}

/** The half of a live system that may run on another thread. It executes messages in order. */
export interface ThreadSimulation<Request, Reply> {
  /** Returns the answer to a message, null if there is none. It may come later. */
  receive(message: Request): Reply | null | Promise<Reply | null>;
  /** Frees what the page's garbage collector does not free. Not called in a Worker, which ends as a whole. */
  dispose?(): void;
}

export interface SimulationThreadOptions<Request, Reply> {
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker: (() => Worker) | null;
  /** Creates another Worker if the simulation of the first one cannot run here. */
  readonly createSubstitute?: () => Worker;
  /** Loads the simulation for the page's thread. It is called only if there is no Worker, which has its own copy. */
  readonly loadSimulation: () => Promise<ThreadSimulation<Request, Reply>>;
  /** Returns the buffers that are transferred with a message. */
  readonly buffersOf: (message: Request) => ArrayBuffer[];
  readonly onReply: (reply: Reply | ThreadFailure) => void;
  /** Called once if there is no Worker, so that the page's own thread does the work. */
  readonly onFallback: (reason: string) => void;
}

/**
 * Runs a simulation in a Worker, or on the page's own thread if Workers are missing, forbidden or fail to load. Messages that are sent
 * before the simulation is ready are kept.
 */
export class SimulationThread<Request, Reply extends { readonly type: string }> {
  /** Whether the work is done on the page's own thread. */
  isOnPage = false;
  private worker: Worker | null = null;
  private post: ((message: Request) => void) | null = null;
  private waiting: Request[] = [];
  private isDisposed = false;
  /** The simulation on the page's own thread. */
  private simulation: ThreadSimulation<Request, Reply> | null = null;

  constructor(private readonly options: SimulationThreadOptions<Request, Reply>) {
    const { createWorker } = options;
    if (createWorker === null) this.startHere('as asked');
    else if (typeof Worker === 'undefined') this.startHere('there are no Workers here');
    else this.startWorker(createWorker);
  }

  /** Whether messages are delivered at once. */
  get isReady(): boolean {
    return this.post !== null;
  }

  send(message: Request): void {
    if (this.isDisposed) return;
    if (this.post) this.post(message);
    else this.waiting.push(message);
  }

  dispose(): void {
    this.isDisposed = true;
    this.worker?.terminate();
    this.simulation?.dispose?.();
    this.worker = this.post = this.simulation = null;
    this.waiting = [];
  }

  private startWorker(createWorker: () => Worker): void {
    let worker: Worker;
    try {
      worker = createWorker();
    } catch (error) {
      this.startHere(error instanceof Error ? error.message : String(error));
      return;
    }
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply | typeof ready | typeof unable>) => {
      if (this.isDisposed) return;
      if (data.type === 'ready')
        this.begin((message) => worker.postMessage(message, this.options.buffersOf(message)));
      else if (data.type === 'unable') {
        worker.terminate();
        this.startWorker(this.options.createSubstitute!);
      } else this.options.onReply(data as Reply);
    };
    worker.onmessageerror = () => this.fail('a message could not be read');
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.post) this.fail(event.message);
      else {
        worker.terminate();
        this.worker = null;
        this.startHere(event.message || 'its script could not be loaded');
      }
    };
  }

  private fail(message: string): void {
    this.options.onReply({ type: 'failed', message });
  }

  private startHere(reason: string): void {
    this.isOnPage = true;
    this.options.onFallback(reason);
    this.options
      .loadSimulation()
      .then((simulation) => {
        if (this.isDisposed) return;
        this.simulation = simulation;
        this.begin((message) => deliver(simulation.receive(message), this.options.onReply));
      })
      .catch((error: Error) => this.fail(error.message));
  }

  private begin(post: (message: Request) => void): void {
    if (this.isDisposed) return;
    this.post = post;
    const { waiting } = this;
    this.waiting = [];
    for (const message of waiting) post(message);
  }
}

/**
 * Lets a simulation answer the messages that its Worker receives. Call it once, in the module of the Worker. simulation: null if it cannot
 * run here.
 */
export function serveThread<Request, Reply>(
  simulation: ThreadSimulation<Request, Reply> | null,
  buffersOf: (reply: Reply) => ArrayBuffer[],
): void {
  const port = globalThis as unknown as {
    onmessage: (event: MessageEvent<Request>) => void;
    postMessage(reply: Reply | typeof ready | typeof unable, transfer: ArrayBuffer[]): void;
  };
  if (!simulation) {
    port.postMessage(unable, []);
    return;
  }
  port.onmessage = ({ data }) => {
    deliver(simulation.receive(data), (reply) => port.postMessage(reply, buffersOf(reply)));
  };
  port.postMessage(ready, []);
}

function deliver<Reply>(reply: Reply | null | Promise<Reply | null>, send: (reply: Reply) => void): void {
  if (reply instanceof Promise) reply.then((later) => deliver(later, send));
  else if (reply) send(reply);
}
