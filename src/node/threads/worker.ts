import { findTask } from './task-table.ts';
import { answerCall, type ThreadCall } from './thread-call.ts';

/** The pool calls this function in each of its threads. */
export default (call: ThreadCall): Promise<unknown> => answerCall(call, findTask);
