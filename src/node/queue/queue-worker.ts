import { untilAborted } from '../../long-work.ts';
import type { QueueAddress } from './queue-address.ts';
import { connectQueue, describeQueue, queueName, RedisStore } from './queue-connection.ts';
import { bakeKey, type JobData, type JobResult, JobRunner } from './queue-job.ts';

/** Milliseconds for which a worker locks a task. It renews the lock while it runs the task. If it does not, another worker gets the task. */
const lockDuration = 30_000;
/** If more workers than this have died while they ran a task, the task has failed. */
const maxStalledCount = 20;

export interface WorkerOptions {
  readonly signal: AbortSignal;
  /** Receives a line for each task. */
  note(text: string): void;
}

/** Runs tasks of a queue until the signal aborts. A running task is completed first. */
export async function runWorker(address: QueueAddress, { signal, note }: WorkerOptions): Promise<void> {
  const connection = await connectQueue(address);
  const { redis, libraries } = connection;
  const runner = new JobRunner(new RedisStore(redis));
  const worker = new libraries.Worker<JobData, JobResult>(
    queueName,
    async (job) => {
      const { data } = job;
      const begun = performance.now();
      const result = await runner.run(data, async (bake) => !(await redis.exists(bakeKey(bake))), {
        pause: () => new Promise((done) => setImmediate(done)),
      });
      if ('skipped' in result) return result;
      const seconds = ((performance.now() - begun) / 1000).toFixed(2);
      note(`${job.id}: "${data.scene}", ${data.about}: ${describeResult(result)} in ${seconds} s`);
      return result;
    },
    {
      connection: connection.duplicate(),
      concurrency: 1,
      lockDuration,
      stalledInterval: 5000,
      maxStalledCount,
    },
  );
  // The client connects again by itself.
  worker.on('error', () => {});
  worker.on('failed', (job, error) => note(`${job?.id}: failed: ${error.message}`));
  await worker.waitUntilReady();
  note(`waiting for tasks of ${describeQueue(address)}`);
  await untilAborted(signal);
  await worker.close();
  connection.close();
}

function describeResult(result: JobResult): string {
  if ('lost' in result) return 'sent back, since data is missing,';
  return 'faults' in result ? 'refused' : 'done';
}
