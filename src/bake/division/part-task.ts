import type { WorkTurns } from '../../long-work.ts';
import type { BakePlan } from '../bake-plan.ts';
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
  // The simulation must end before most files can be written.
  rank: 100,
  async load() {
    const { runPart } = await import('./part-tasks.ts');
    return ({ plan }, { name, input }) => runPart(plan, name, input);
  },
};

/** Simulates the parts of a scene in the threads of a bake. turns: for the parts that the calling thread simulates. */
export function createPartRunner(workers: BakeWorkers, plan: BakePlan, turns: WorkTurns): PartRunner {
  const events = { next() {}, wrote() {} };
  return {
    // While all threads work, each has another part waiting.
    slots: 2 * workers.threads,
    async run(name, input) {
      const here = async () => (await import('./part-tasks.ts')).runPart(plan, name, input, turns);
      // The result of a part belongs to its name.
      return (await workers.run(partTask, { name, input }, { events, here })) as never;
    },
  };
}
