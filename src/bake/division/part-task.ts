import type { BakeTask, BakeWorkers } from '../bake-task.ts';
import type { PartTasks } from './part-tasks.ts';
import type { PartRunner } from './simulate-divided.ts';

interface PartCall {
  readonly name: keyof PartTasks;
  readonly input: PartTasks[keyof PartTasks]['input'];
}

/** Simulates a part of a scene. */
export const partTask: BakeTask<PartCall, PartTasks[keyof PartTasks]['result']> = {
  name: 'simulated part',
  async load() {
    const { runPart } = await import('./part-tasks.ts');
    return ({ plan }, { name, input }) => runPart(plan, name, input);
  },
};

/** Simulates the parts of a scene in the threads of a bake. */
export function createPartRunner(workers: BakeWorkers): PartRunner {
  const events = { next() {}, wrote() {} };
  return {
    slots: workers.threads,
    // The result of a part belongs to its name.
    run: async (name, input) => (await workers.run(partTask, { name, input }, events)) as never,
  };
}
