import type { BakePlan } from '../../src/bake/bake-plan.ts';
import type { PartTasks } from '../../src/bake/division/part-tasks.ts';
import { runPart } from '../../src/bake/division/part-tasks.ts';
import type { PartRunner } from '../../src/bake/division/simulate-divided.ts';

type PartName = keyof PartTasks;

/** Returns the processor time of this process, s. Other programs influence it only through caches and shared cores. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Runs parts of a simulation one after the other, and computes when they would have ended in a number of threads, each with a core of its own,
 * from their processor times. So a busy machine with few cores can measure many threads. Inputs and results are copied, as between threads.
 */
export class VirtualThreads implements PartRunner {
  /** Seconds since the start at which the last part ended. */
  now = 0;
  /** Processor time of all parts together, s. */
  partSeconds = 0;
  private readonly waiting: (() => Promise<void>)[] = [];
  private readonly running: { readonly end: number; readonly finish: () => void }[] = [];
  private isAdvancing = false;

  constructor(
    private readonly plan: BakePlan,
    readonly slots: number,
  ) {}

  run<Name extends PartName>(
    name: Name,
    input: PartTasks[Name]['input'],
  ): Promise<PartTasks[Name]['result']> {
    return new Promise((resolve, reject) => {
      this.waiting.push(async () => {
        const before = processorSeconds();
        const result = structuredClone(await runPart(this.plan, name, structuredClone(input)));
        const seconds = processorSeconds() - before;
        this.partSeconds += seconds;
        this.running.push({ end: this.now + seconds, finish: () => resolve(result) });
      });
      this.advance().catch(reject);
    });
  }

  /** Starts parts in free threads, and ends the first of those that run, until none is left. */
  private async advance(): Promise<void> {
    if (this.isAdvancing) return;
    this.isAdvancing = true;
    await letCallerStart();
    while (this.waiting.length + this.running.length > 0) {
      while (this.waiting.length > 0 && this.running.length < this.slots) await this.waiting.shift()!();
      this.running.sort((a, b) => a.end - b.end);
      const { end, finish } = this.running.shift()!;
      this.now = end;
      finish();
      await letCallerStart();
    }
    this.isAdvancing = false;
  }
}

/** The caller starts new parts as soon as it sees that one has ended. */
function letCallerStart(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
