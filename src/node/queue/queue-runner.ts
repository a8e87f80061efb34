import { randomBytes } from 'node:crypto';
import type { Queue, QueueEvents } from 'bullmq';
import { checkPartResult } from '../../bake/division/check-part.ts';
import { decodePart, encodePart } from '../../bake/division/part-bytes.ts';
import { describePart, type PartTasks } from '../../bake/division/part-tasks.ts';
import type { PartRunner } from '../../bake/division/simulate-divided.ts';
import { InputError } from '../../input-error.ts';
import { hashBytes } from '../own-files.ts';
import { type BundledScene, type FileRecord, putBundle } from '../parts/scene-bundle.ts';
import type { QueueAddress } from './queue-address.ts';
import {
  connectQueue,
  describeQueue,
  type QueueConnection,
  queueName,
  RedisStore,
} from './queue-connection.ts';
import { bakeKey, type JobData, type JobResult } from './queue-job.ts';

/** Maximum number of attempts for a task. A task that fails because of a fault of the input is not repeated. */
const attempts = 3;

/** Number of tasks in the queue for each worker. With more than one, a worker need not wait for this process. */
const tasksPerWorker = 2;
const minTasks = 4;
const maxTasks = 64;

/** Milliseconds between two checks for lost jobs. Each check also renews the key of the bake. */
const checkInterval = 2000;
/** Seconds after which the key of a bake expires if it is not renewed. Workers skip the jobs of a bake without a key. */
const bakeLifetime = 60;

interface Waiting {
  readonly data: JobData;
  readonly input: Uint8Array;
  resolve(result: JobResult): void;
  reject(error: unknown): void;
}

/**
 * Runs the parts of a bake on the workers of a queue. A job that disappears, because Redis was restarted without its data, is sent again with
 * everything that it needs.
 */
export class QueueRunner implements PartRunner {
  private readonly bake = randomBytes(6).toString('hex');
  private readonly waiting = new Map<string, Waiting>();
  private count = 0;
  private workers = 1;
  private timer: NodeJS.Timeout | undefined;
  private bundle = '';
  private isChecking = false;
  private readonly store: RedisStore;

  private constructor(
    private readonly address: QueueAddress,
    private readonly connection: QueueConnection,
    private readonly queue: Queue,
    private readonly events: QueueEvents,
    private readonly record: FileRecord,
    private readonly scene: BundledScene,
    private readonly note: (text: string) => void,
  ) {
    this.store = new RedisStore(connection.redis);
  }

  /** Sends a scene to a queue. `note` receives messages for the user. */
  static async open(
    address: QueueAddress,
    record: FileRecord,
    scene: BundledScene,
    note: (text: string) => void,
  ): Promise<QueueRunner> {
    const connection = await connectQueue(address);
    const { Queue, QueueEvents } = connection.libraries;
    const queue = new Queue(queueName, { connection: connection.redis });
    const events = new QueueEvents(queueName, { connection: connection.duplicate() });
    queue.on('error', () => {});
    events.on('error', () => {});
    const runner = new QueueRunner(address, connection, queue, events, record, scene, note);
    await runner.begin();
    return runner;
  }

  get slots(): number {
    return Math.max(minTasks, Math.min(maxTasks, tasksPerWorker * this.workers));
  }

  async run<Name extends keyof PartTasks>(
    name: Name,
    input: PartTasks[Name]['input'],
  ): Promise<PartTasks[Name]['result']> {
    const bytes = encodePart(input);
    const id = `${this.bake}-${++this.count}`;
    for (;;) {
      const result = await this.request(id, name, bytes, describePart(name, input));
      if ('faults' in result) throw new InputError(result.faults);
      const found = 'result' in result ? await this.store.get(result.result) : undefined;
      // The server has lost the result, or something that the task needs: the task is run again.
      if (!found || !('result' in result)) {
        await this.queue.remove(id);
        if ('lost' in result) await this.sendBundle();
        continue;
      }
      const value = decodePart(found);
      checkPartResult(name, value);
      this.store.drop(result.result);
      return value as PartTasks[Name]['result'];
    }
  }

  /** Removes the jobs that are left, and closes the connection. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const { redis } = this.connection;
    for (const { reject } of this.waiting.values()) reject(new Error('the bake has ended'));
    if (redis.status === 'ready') {
      await redis.del(bakeKey(this.bake));
      for (const [id, { data }] of this.waiting) {
        await this.queue.remove(id).catch(() => {});
        this.store.drop(data.input);
      }
    }
    this.waiting.clear();
    await Promise.allSettled([this.events.close(), this.queue.close()]);
    this.connection.close();
  }

  private async begin(): Promise<void> {
    this.events.on('completed', ({ jobId, returnvalue }) => {
      const value = typeof returnvalue === 'string' ? JSON.parse(returnvalue) : returnvalue;
      this.settle(jobId, value as JobResult);
    });
    this.events.on('failed', ({ jobId, failedReason }) => this.fail(jobId, failedReason));
    await this.events.waitUntilReady();
    await this.renew();
    await this.sendBundle();
    this.workers = await this.queue.getWorkersCount();
    if (this.workers === 0)
      this.note(
        `no worker is connected to ${describeQueue(this.address)}: start some with \`aftermotion worker --queue …\`; the bake waits`,
      );
    this.timer = setInterval(() => void this.check(), checkInterval);
  }

  private async request(id: string, task: string, input: Uint8Array, about: string): Promise<JobResult> {
    const data: JobData = {
      version: 1,
      bake: this.bake,
      scene: this.scene.name,
      bundle: this.bundle,
      task,
      input: hashBytes(input),
      about,
    };
    const result = new Promise<JobResult>((resolve, reject) => {
      this.waiting.set(id, { data, input, resolve, reject });
    });
    // The promise may be rejected while the job is still being sent.
    result.catch(() => {});
    // The server executes the two commands in this order.
    await Promise.all([this.store.send(data.input, input), this.send(id, data)]);
    const found = await result;
    // The input of a task that has failed is kept, so that the task can be run alone.
    this.store.drop(data.input);
    return found;
  }

  private async send(id: string, data: JobData): Promise<void> {
    await this.queue.add(data.task, data, {
      jobId: id,
      attempts,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: { age: 60 },
      removeOnFail: false,
    });
  }

  private settle(id: string, result: JobResult): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.resolve(result);
  }

  private fail(id: string, reason: string): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    const { scene, about } = waiting.data;
    waiting.reject(
      InputError.at(
        'queue',
        `the task ${id} of "${scene}" (${about}) failed ${attempts} times, the last time with: ${reason}; ` +
          `to run it alone: aftermotion task ${id} --queue ${describeQueue(this.address)}`,
      ),
    );
  }

  /** Renews the key of the bake, and finds jobs that were lost, or whose end was not reported. */
  private async check(): Promise<void> {
    if (this.isChecking || this.connection.redis.status !== 'ready') return;
    this.isChecking = true;
    try {
      await this.renew();
      this.workers = await this.queue.getWorkersCount();
      for (const [id, { data, input }] of [...this.waiting]) {
        const state = await this.queue.getJobState(id);
        // The result is read after the state, since the job may end at any time.
        const job = await this.queue.getJob(id);
        if (!this.waiting.has(id)) continue;
        if (!job) {
          await this.sendBundle();
          await this.store.send(data.input, input);
          await this.send(id, data);
        } else if (state === 'completed') {
          this.settle(id, job.returnvalue as JobResult);
        } else if (state === 'failed') {
          this.fail(id, job.failedReason);
        }
      }
    } catch {
      // The server cannot be reached now. The next check repeats this.
    } finally {
      this.isChecking = false;
    }
  }

  private async sendBundle(): Promise<void> {
    this.bundle = await putBundle(this.store, this.record, this.scene);
  }

  private async renew(): Promise<void> {
    await this.connection.redis.set(bakeKey(this.bake), '1', 'EX', bakeLifetime);
  }
}
