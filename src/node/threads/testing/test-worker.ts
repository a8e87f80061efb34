import { answerCall, type ThreadCall } from '../thread-call.ts';
import type { ThreadTask } from '../thread-task.ts';
import { testTasks } from './test-tasks.ts';

export default (call: ThreadCall): Promise<unknown> =>
  answerCall(call, (name) => testTasks.find((task) => task.name === name) as ThreadTask<unknown, unknown>);
