/** A task that waits for a thread. */
export interface QueuedTask {
  /** Tasks with a higher rank start first, and tasks with the same rank in the order of the calls. */
  readonly rank: number;
  /** Approximate number of bytes that the task needs. */
  readonly memory: number;
  /** Whether the task follows the simulation, see `setFollowers`. */
  readonly follows: boolean;
  /**
   * Runs the task in a thread of the pool. The thread sets `claim` from 0 to 1 when it begins. If it finds another value there, it does not
   * run the task, and the result is null.
   */
  inPool(claim: Int32Array): Promise<{ readonly result: unknown } | null>;
  /** Runs the task in the calling thread. */
  here(): Promise<unknown>;
}

interface Entry {
  readonly task: QueuedTask;
  readonly claim: Int32Array;
  /** Time at which it was sent to the pool, ms. */
  sentAt: number;
  finish(result: unknown): void;
  fail(error: unknown): void;
}

/** Milliseconds in which a thread that has nothing else to do begins a task. */
const claimDuration = 10;

/** Values of a claim. */
export const claimed = 1;
const takenBack = 2;

/** Returns whether a thread may run the task to which the claim belongs. */
export function takeClaim(claim: Int32Array, value = claimed): boolean {
  return Atomics.compareExchange(claim, 0, 0, value) === 0;
}

export interface TaskQueueOptions {
  /** Number of threads in the pool. */
  readonly poolThreads: number;
  /** Whether the calling thread runs tasks too. */
  readonly usesOwnThread: boolean;
  /** All running tasks together need at most this number of bytes. A task that needs more runs alone. */
  readonly memoryLimit: number;
}

/**
 * Distributes tasks to the threads of a pool, and to the calling thread. The threads of the pool start with the first tasks, the calling
 * thread with the last ones: these are short, and while it runs a task, it cannot send others. So each thread of the pool then has another
 * task waiting. The calling thread takes such a task back if it has nothing else to do.
 */
export class TaskQueue {
  private waiting: Entry[] = [];
  /** The tasks that were sent to the pool and are not complete, in this order. */
  private sent: Entry[] = [];
  private isBusy = false;
  private isStarting = false;
  private usedMemory = 0;
  /** Maximum number of tasks that follow the simulation at the same time. Null: nothing is simulated. */
  private maxFollowers: number | null = null;

  constructor(private readonly options: TaskQueueOptions) {}

  run(task: QueuedTask): Promise<unknown> {
    return new Promise((finish, fail) => {
      const claim = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const after = this.waiting.findIndex((other) => other.task.rank < task.rank);
      this.waiting.splice(after < 0 ? this.waiting.length : after, 0, {
        task,
        claim,
        sentAt: 0,
        finish,
        fail,
      });
      this.start();
    });
  }

  /**
   * Sets how many threads of the pool run tasks that follow the simulation. These tasks may wait for frames, so no other task waits for the
   * thread of one of them, and the calling thread does not run them. Null: nothing is simulated, and they are like other tasks.
   */
  setFollowers(count: number | null): void {
    this.maxFollowers = count;
    this.start();
  }

  /** Starts tasks as soon as all that are ready at the same time are known. */
  private start(): void {
    if (this.isStarting) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      this.startReady();
    });
  }

  private startReady(): void {
    const { poolThreads, usesOwnThread } = this.options;
    this.send(poolThreads);
    if (!usesOwnThread || this.isBusy) return;
    const own = this.takeWaiting(true) ?? this.takeSent();
    if (!own) return;
    const mayWait = this.maxFollowers !== null && this.sent.some(({ task }) => task.follows);
    if (!mayWait) this.send(2 * poolThreads);
    this.isBusy = true;
    this.settle(own, own.task.here(), () => {
      this.isBusy = false;
    });
  }

  /** Sends tasks to the pool, so that this number of tasks is there. */
  private send(count: number): void {
    while (this.sent.length < count) {
      const entry = this.takeWaiting(false);
      if (!entry) return;
      this.sent.push(entry);
      entry.sentAt = performance.now();
      const work = entry.task.inPool(entry.claim).then((answer) => {
        if (answer) return answer.result;
        return isTakenBack;
      });
      this.settle(entry, work, () => {
        this.sent = this.sent.filter((other) => other !== entry);
      });
    }
  }

  /** Removes a waiting task for which there is enough memory: the first one, or the last one. */
  private takeWaiting(isLast: boolean): Entry | null {
    const { maxFollowers } = this;
    const canFollow =
      maxFollowers === null ||
      (!isLast && this.sent.filter(({ task }) => task.follows).length < maxFollowers);
    const fits = ({ task: { memory, follows } }: Entry) =>
      (canFollow || !follows) &&
      (this.usedMemory === 0 || this.usedMemory + memory <= this.options.memoryLimit);
    const at = isLast ? this.waiting.findLastIndex(fits) : this.waiting.findIndex(fits);
    if (at < 0) return null;
    const [entry] = this.waiting.splice(at, 1);
    this.usedMemory += entry.task.memory;
    return entry;
  }

  /** Takes back a task that no thread has begun after a while: its thread runs another one, or still opens the scene. */
  private takeSent(): Entry | null {
    const now = performance.now();
    const open = this.sent.filter(
      ({ task, claim }) => !(task.follows && this.maxFollowers !== null) && Atomics.load(claim, 0) === 0,
    );
    const found = open.findLast(
      ({ sentAt, claim }) => now - sentAt > claimDuration && takeClaim(claim, takenBack),
    );
    if (!found && open.length > 0) setTimeout(() => this.start(), claimDuration).unref();
    return found ?? null;
  }

  private async settle(entry: Entry, work: Promise<unknown>, end: () => void): Promise<void> {
    try {
      const result = await work;
      end();
      if (result === isTakenBack) return this.start();
      this.usedMemory -= entry.task.memory;
      entry.finish(result);
    } catch (error) {
      end();
      this.usedMemory -= entry.task.memory;
      entry.fail(error);
    }
    this.start();
  }
}

const isTakenBack = Symbol('The calling thread has taken the task.');
