import { bakeThreadTask } from './bake-call.ts';
import type { ThreadTask } from './thread-task.ts';

/** All tasks that can run in other threads. A new task needs one line here. */
// biome-ignore lint/suspicious/noExplicitAny: the tasks have different types of inputs and results.
const taskTable: readonly ThreadTask<any, any>[] = [bakeThreadTask];

/** Returns the task with a name. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows only the name of the task.
export function findTask(name: string): ThreadTask<any, any> {
  const found = taskTable.find((task) => task.name === name);
  if (!found) throw new Error(`no task of threads is named "${name}"`);
  return found;
}
