import { InputError } from '../../input-error.ts';
import type { QueueAddress } from './queue-address.ts';
import { connectQueue, describeQueue, queueName, RedisStore } from './queue-connection.ts';
import { isJobData, JobRunner } from './queue-job.ts';

/** A task that was run alone. */
export interface RunTask {
  readonly id: string;
  /** Name of the scene. */
  readonly scene: string;
  /** What it simulates. */
  readonly about: string;
  readonly seconds: number;
  /** The message with which it failed in a worker. Absent: it did not fail. */
  readonly failedReason?: string;
}

/** Runs a task of a queue in this process. Errors of the task are thrown. Throws InputError if there is no such task. */
export async function runOneTask(address: QueueAddress, id: string): Promise<RunTask> {
  const { libraries, redis, close } = await connectQueue(address);
  const queue = new libraries.Queue(queueName, { connection: redis });
  try {
    const job = await queue.getJob(id);
    if (!job || !isJobData(job.data))
      throw InputError.at(
        'id',
        `expected a task of ${describeQueue(address)}, got "${id}": failed tasks are kept, all others only for a minute`,
      );
    const { scene, about } = job.data;
    const begun = performance.now();
    const result = await new JobRunner(new RedisStore(redis)).run(job.data, async () => false);
    if ('lost' in result) throw InputError.at('id', result.lost);
    if ('faults' in result) throw new InputError(result.faults);
    const seconds = Math.round(performance.now() - begun) / 1000;
    return { id, scene, about, seconds, ...(job.failedReason && { failedReason: job.failedReason }) };
  } finally {
    await queue.close();
    close();
  }
}
