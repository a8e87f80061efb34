import type { PartTasks } from '../../bake/division/part-tasks.ts';
import type { PartRunner } from '../../bake/division/simulate-divided.ts';
import type { TaskFolder } from './task-folder.ts';

/**
 * Takes the results of parts from a folder of tasks. Parts that no task has run, because the estimate of the plan was too small, are run by
 * another runner, and stored in the folder too.
 */
export class StoredParts implements PartRunner {
  readonly slots: number;
  /** Number of parts whose results were not in the folder. */
  missing = 0;

  constructor(
    private readonly folder: TaskFolder,
    private readonly inner: PartRunner,
  ) {
    this.slots = inner.slots;
  }

  async run<Name extends keyof PartTasks>(
    name: Name,
    input: PartTasks[Name]['input'],
  ): Promise<PartTasks[Name]['result']> {
    const key = this.folder.keyOf(name, input);
    const known = this.folder.readResult(name, key);
    if (known) return known;
    this.missing++;
    const result = await this.inner.run(name, input);
    this.folder.writeResult(key, result);
    return result;
  }
}
