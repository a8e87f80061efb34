import type { BakeWorkers } from '../bake-task.ts';
import type { Bake } from '../output-definition.ts';

/**
 * Returns workers for tests. They run tasks in this thread, and in the reverse order of the calls, because real threads can finish in any
 * order.
 */
export function createTestWorkers(
  bake: Bake,
  threads: number,
  write: (file: string, bytes: Uint8Array) => void,
): BakeWorkers {
  let waiting: (() => Promise<void>)[] = [];
  return {
    threads,
    begin() {},
    reserve() {},
    share() {},
    async stop() {},
    run(task, input, { events }) {
      return new Promise((done, fail) => {
        waiting.unshift(async () => {
          const work = await task.load();
          const sink = {
            async write(file: string, kind: string, bytes: Uint8Array) {
              write(file, bytes);
              events.wrote({ file, kind, bytes: bytes.length });
            },
            writeParts: () => Promise.reject(new Error('not expected')),
            next: async (message: string) => events.next(message),
          };
          await Promise.resolve(work(bake, structuredClone(input), sink)).then(
            (result) => done(structuredClone(result)),
            fail,
          );
        });
        setTimeout(async () => {
          const ready = waiting;
          waiting = [];
          for (const start of ready) await start();
        });
      });
    },
  };
}
