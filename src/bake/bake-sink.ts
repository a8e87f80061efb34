import { pathKey } from '../disk-names.ts';
import { joinBytes } from '../join-bytes.ts';
import type { WrittenFile } from './bake-report.ts';
import type { BakeOptions } from './bake-scene.ts';
import type { BakeTask, BakeTaskEvents, TaskNeeds } from './bake-task.ts';
import type { Bake } from './output-definition.ts';
import type { OutputSink } from './output-sink.ts';

/** Files in the order of the report. A list inside a list belongs to a branch, which may still add files while later entries exist. */
interface FileList {
  readonly entries: (WrittenFile | FileList)[];
  /** Names of all files, in the order of the report. Absent: the report has the order of `entries`. */
  readonly order?: readonly string[];
}

function flatten({ entries, order }: FileList): WrittenFile[] {
  const files = entries.flatMap((entry) => ('entries' in entry ? flatten(entry) : [entry]));
  if (!order) return files;
  const places = new Map(order.map((file, place) => [file, place]));
  return files.sort((a, b) => places.get(a.file)! - places.get(b.file)!);
}

export type BakeSinkOptions = Pick<BakeOptions, 'write' | 'writeParts' | 'pause' | 'signal' | 'workers'> & {
  /** Called before each unit of work, with its description. */
  next(message: string): void;
  /** Fulfilled when all frames are simulated. Default: they are. */
  readonly simulated?: Promise<void>;
};

/** Milliseconds after which writing the parts of a file pauses. */
const partsDuration = 20;

/** What all branches of a sink have in common. */
interface SharedParts {
  readonly bake: Bake;
  readonly options: BakeSinkOptions;
  readonly usedNames: Set<string>;
  /** The last task that was started in this thread. The next one waits until it has ended. */
  lastTask: Promise<unknown>;
  /** The first error of any branch. The other branches throw it at their next unit of work. */
  failure: { readonly error: unknown } | null;
}

/** Passes files to the options of a bake, and lists them in an order that does not depend on the number of threads. */
export class BakeSink implements OutputSink {
  private constructor(
    private readonly shared: SharedParts,
    private readonly list: FileList = { entries: [] },
  ) {}

  static create(bake: Bake, options: BakeSinkOptions): BakeSink {
    return new BakeSink({ bake, options, usedNames: new Set(), lastTask: Promise.resolve(), failure: null });
  }

  get threads(): number {
    return this.shared.options.workers?.threads ?? 1;
  }

  /** Returns all files that have been written. */
  files(): WrittenFile[] {
    return flatten(this.list);
  }

  async write(file: string, kind: string, bytes: Uint8Array): Promise<void> {
    this.take(file);
    const digest = digestOf(
      await this.orFail(Promise.resolve().then(() => this.shared.options.write(file, bytes))),
    );
    this.list.entries.push({ file, kind, bytes: bytes.length, ...digest });
  }

  async writeParts(file: string, kind: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const { writeParts } = this.shared.options;
    if (!writeParts) return this.write(file, kind, joinBytes(await collect(parts)));
    this.take(file);
    let bytes = 0;
    const { pause, signal } = this.shared.options;
    const counted = async function* () {
      let paused = performance.now();
      for await (const part of parts) {
        bytes += part.length;
        yield part;
        if (performance.now() - paused < partsDuration) continue;
        // The thread may have to send tasks to others meanwhile.
        await pause?.();
        signal?.throwIfAborted();
        paused = performance.now();
      }
    };
    const digest = digestOf(await this.orFail(writeParts(file, counted())));
    this.list.entries.push({ file, kind, bytes, ...digest });
  }

  async next(message: string): Promise<void> {
    const { options } = this.shared;
    options.next(message);
    await options.pause?.();
    options.signal?.throwIfAborted();
    if (this.shared.failure) throw this.shared.failure.error;
  }

  branch(order?: readonly string[]): BakeSink {
    const list: FileList = { entries: [], order };
    this.list.entries.push(list);
    return new BakeSink(this.shared, list);
  }

  run<Input, Result>(task: BakeTask<Input, Result>, input: Input, needs: TaskNeeds = {}): Promise<Result> {
    const branch = this.branch();
    const { workers } = this.shared.options;
    const here = () => branch.runHere(task, input);
    const run = async () => {
      if (!needs.follows) await this.simulated();
      return workers ? workers.run(task, input, { ...needs, events: branch.events(), here }) : here();
    };
    return branch.orFail(run());
  }

  async simulated(): Promise<void> {
    await this.shared.options.simulated;
  }

  /** The first error of any branch; null if there is none. */
  get failure(): { readonly error: unknown } | null {
    return this.shared.failure;
  }

  /** Runs a task in this thread. Tasks run one after the other, so that only one needs memory at a time. */
  private runHere<Input, Result>(task: BakeTask<Input, Result>, input: Input): Promise<Result> {
    const { shared } = this;
    const result = shared.lastTask.then(async () => (await task.load())(shared.bake, input, this));
    shared.lastTask = result.catch(() => {});
    return result;
  }

  /** Waits for work. If it fails, stores the error so that the other branches stop. */
  private async orFail<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.shared.failure ??= { error };
      throw error;
    }
  }

  private events(): BakeTaskEvents {
    return {
      next: (message) => this.shared.options.next(message),
      wrote: (file) => {
        this.take(file.file);
        this.list.entries.push(file);
      },
    };
  }

  private take(file: string): void {
    const key = pathKey(file);
    const { usedNames } = this.shared;
    // `checkOutputPaths` compared all names before the simulation, so a repeated name is a programming error.
    if (usedNames.has(key)) throw new Error(`${file} is written twice`);
    usedNames.add(key);
  }
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

function digestOf(written: unknown): { sha256?: string } {
  return typeof written === 'string' ? { sha256: written } : {};
}
