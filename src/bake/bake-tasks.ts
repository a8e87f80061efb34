import type { BakeTask } from './bake-task.ts';
import { characterTask } from './characters/character-tasks.ts';
import { partTask } from './division/part-task.ts';
import { heightfieldTasks } from './heightfield/heightfield-tasks.ts';
import { openVatTask } from './openvat/open-vat-tasks.ts';
import { pointsTasks } from './points/points-tasks.ts';
import { furTasks } from './shells/fur-tasks.ts';
import { stageTasks } from './stage/stage-tasks.ts';

/** All tasks of bakes that can run in other threads. A new task needs one line here. */
// biome-ignore lint/suspicious/noExplicitAny: the tasks have different types of inputs and results.
export const bakeTasks: readonly BakeTask<any, any>[] = [
  partTask,
  ...heightfieldTasks,
  characterTask,
  ...pointsTasks,
  ...furTasks,
  openVatTask,
  ...stageTasks,
];
