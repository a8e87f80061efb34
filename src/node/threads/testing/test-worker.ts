import type { WorkTask } from '../../../work-pool.ts';
import { answerCall, type ThreadCall } from '../thread-call.ts';
import { testTasks } from './test-tasks.ts';

export default (call: ThreadCall): Promise<unknown> =>
  answerCall(call, (name) => testTasks.find((task) => task.name === name) as WorkTask<unknown, unknown>);
