import type { MessagePort } from 'node:worker_threads';
import { Tinypool, type Transferable } from 'tinypool';
import type { WorkTask } from '../../work-pool.ts';
import { type CarriedError, packError } from './carry-error.ts';

/** What `createThreadPool` sends to a thread. */
export interface ThreadCall {
  readonly name: string;
  readonly input: unknown;
  /** Receives the messages of the task. Null if the caller does not receive any. */
  readonly port: MessagePort | null;
}

/** What a thread returns. */
export interface ThreadAnswer {
  readonly value?: unknown;
  readonly error?: CarriedError;
  /** Number of messages that the task sent. They may arrive after the answer. */
  readonly sentCount: number;
}

/** Runs one task and returns a `ThreadAnswer` in the form that the pool moves. */
export async function answerCall(
  { name, input, port }: ThreadCall,
  find: (name: string) => WorkTask<unknown, unknown>,
): Promise<unknown> {
  let sentCount = 0;
  const moved: ArrayBuffer[] = [];
  const send = (message: unknown) => {
    if (!port) return;
    port.postMessage(message);
    sentCount++;
  };
  let answer: ThreadAnswer;
  try {
    const work = await find(name).load();
    const value: unknown = await work(input, { send, move: (buffer) => void moved.push(buffer) });
    answer = { value, sentCount };
  } catch (error) {
    moved.length = 0;
    answer = { error: packError(error), sentCount };
  }
  const transferable = { [Tinypool.transferableSymbol]: moved, [Tinypool.valueSymbol]: answer };
  return Tinypool.move(transferable as unknown as Transferable);
}
