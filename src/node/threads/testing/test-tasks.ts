import { InputError } from '../../../input-error.ts';
import { DiskError } from '../../disk-error.ts';
import { type FrameFeed, followFrames, type SharedFrames } from '../shared-frames.ts';
import type { ThreadTask } from '../thread-task.ts';

const task = <Input, Result>(
  name: string,
  load: () => Awaited<ReturnType<ThreadTask<Input, Result>['load']>>,
): ThreadTask<Input, Result> => ({ name, load: async () => load() });

/** Doubles numbers. */
export const doubleTask = task<Float64Array, Float64Array>(
  'double',
  () => (values) => values.map((value) => 2 * value),
);

/** Waits until two of these tasks run at the same time, at most 30 s. Returns the number of running tasks. */
export const meetTask = task<SharedArrayBuffer, number>('meet', () => (memory) => {
  const running = new Int32Array(memory);
  Atomics.add(running, 0, 1);
  Atomics.notify(running, 0);
  Atomics.wait(running, 0, 1, 30_000);
  return running[0];
});

/** Sends the numbers from 0 to one below its input. */
export const countTask = task<number, string>('count', () => (count, send) => {
  for (let k = 0; k < count; k++) send(k);
  return 'counted';
});

/** Throws an InputError with a cause, a DiskError, or a RangeError, as its input requests. */
export const failTask = task<'input' | 'disk' | 'defect', never>('fail', () => (kind) => {
  if (kind === 'input')
    throw new InputError([{ path: 'a', message: 'expected b' }], { cause: new Error('c') });
  if (kind === 'disk') throw new DiskError('ENOSPC', 'no space');
  throw new RangeError('a defect');
});

/** Never returns. */
export const endlessTask = task<null, never>('endless', () => () => {
  for (;;);
});

/** Sends the text of each frame, in the order of the keys. Returns the message of the error for the last key. */
export const followTask = task<
  { readonly frames: SharedFrames; readonly feed: FrameFeed; readonly keys: readonly string[] },
  string
>('follow', () => ({ frames, feed, keys }, send) => {
  const read = followFrames(frames, feed);
  try {
    for (const key of keys) send(new TextDecoder().decode(new Uint8Array(read.get(key))));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
});

export const testTasks = [doubleTask, meetTask, countTask, failTask, endlessTask, followTask];
