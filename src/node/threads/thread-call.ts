import type { MessagePort } from 'node:worker_threads';
import { type CarriedError, packError } from './carry-error.ts';
import type { ThreadTask } from './thread-task.ts';

/** A call of a task, which the pool sends to a thread. */
export interface ThreadCall {
  readonly name: string;
  readonly input: unknown;
  /** Receives the messages of the task. Null if the caller does not receive any. */
  readonly port: MessagePort | null;
}

/** The answer of a thread to a call: the result of the task, or its error. */
export interface ThreadAnswer {
  readonly value?: unknown;
  readonly error?: CarriedError;
  /** Number of messages that the task has sent. Some of them may arrive after the answer. */
  readonly sentCount: number;
}

/** Runs one task. An error of the task is part of the answer. */
export async function answerCall(
  { name, input, port }: ThreadCall,
  find: (name: string) => ThreadTask<unknown, unknown>,
): Promise<ThreadAnswer> {
  let sentCount = 0;
  const send = (message: unknown) => {
    if (!port) return;
    port.postMessage(message);
    sentCount++;
  };
  try {
    const work = await find(name).load();
    const value: unknown = await work(input, send);
    return { value, sentCount };
  } catch (error) {
    return { error: packError(error), sentCount };
  }
}
