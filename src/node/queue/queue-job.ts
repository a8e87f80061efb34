import type { BakePlan } from '../../bake/bake-plan.ts';
import { checkPartInput } from '../../bake/division/check-part.ts';
import { decodePart, encodePart } from '../../bake/division/part-bytes.ts';
import { type PartTasks, runPart } from '../../bake/division/part-tasks.ts';
import { InputError, type InputFault } from '../../input-error.ts';
import type { WorkTurns } from '../../long-work.ts';
import { hashBytes } from '../own-files.ts';
import { LostBytes } from '../parts/byte-store.ts';
import { openBundle } from '../parts/scene-bundle.ts';
import { queueName, type RedisStore } from './queue-connection.ts';

/** The data of a job. Bytes are in Redis, by their content hash. */
export interface JobData {
  readonly version: 1;
  /** Identifies the bake. Jobs of a bake that has ended are skipped. */
  readonly bake: string;
  /** Name of the scene, for people. */
  readonly scene: string;
  readonly bundle: string;
  /** Name of the task, and its input. */
  readonly task: string;
  readonly input: string;
  /** What the task simulates, for people. */
  readonly about: string;
}

/** The result of a job. */
export type JobResult =
  /** Name of the bytes of the result. */
  | { readonly result: string }
  /** Faults of the input. They would occur again, so the job is not repeated. */
  | { readonly faults: readonly InputFault[] }
  /** The scene, a file or the input was not in Redis, as a message: the server has lost its data. The bake sends everything again. */
  | { readonly lost: string }
  /** The bake had ended already. */
  | { readonly skipped: true };

/** Returns the key that exists while the process of a bake runs. */
export function bakeKey(bake: string): string {
  return `${queueName}-bake:${bake}`;
}

/** Maximum number of scenes that stay open in a worker. */
const openScenes = 2;

/** Runs jobs. The scenes of the last jobs stay open for the next ones. */
export class JobRunner {
  private readonly plans = new Map<string, Promise<BakePlan>>();

  constructor(private readonly store: RedisStore) {}

  /** isEnded: whether the bake of a job has ended, so that it is skipped. */
  async run(
    data: JobData,
    isEnded: (bake: string) => Promise<boolean>,
    turns: WorkTurns = {},
  ): Promise<JobResult> {
    try {
      if (!isJobData(data)) throw InputError.at('queue', 'expected a job of this version of aftermotion');
      // Both requests are sent at once.
      const [isSkipped, bytes] = await Promise.all([isEnded(data.bake), this.store.get(data.input)]);
      if (isSkipped) return { skipped: true };
      const plan = await this.open(data.bundle);
      if (!bytes) throw new LostBytes('the input of this task is no longer in Redis: bake it again');
      const input = decodePart(bytes);
      const { task } = data;
      checkPartInput(plan, task, input);
      const result = await runPart(plan, task, input as PartTasks[typeof task]['input'], turns);
      const encoded = encodePart(result);
      const name = hashBytes(encoded);
      await this.store.send(name, encoded);
      return { result: name };
    } catch (error) {
      if (error instanceof LostBytes) return { lost: error.message };
      if (error instanceof InputError && error.cause === undefined) return { faults: error.faults };
      throw error;
    }
  }

  private open(bundle: string): Promise<BakePlan> {
    let plan = this.plans.get(bundle);
    if (!plan) {
      plan = openBundle(this.store, bundle);
      plan.catch(() => this.plans.delete(bundle));
      this.plans.set(bundle, plan);
      const [oldest] = this.plans.keys();
      if (this.plans.size > openScenes) this.plans.delete(oldest);
    }
    return plan;
  }
}

export function isJobData(data: Partial<JobData> | null): data is JobData {
  return (
    data?.version === 1 &&
    [data.bake, data.scene, data.bundle, data.task, data.input, data.about].every(
      (text) => typeof text === 'string',
    )
  );
}
