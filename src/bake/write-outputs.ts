import type { OutputKind } from '../systems/outputs/output.ts';
import {
  type Bake,
  listOutputs,
  type OutputDefinition,
  type OutputWriter,
  type RunningBake,
  type WrittenOutput,
} from './output-definition.ts';
import { outputDefinitions } from './output-definitions.ts';
import type { OutputSink } from './output-sink.ts';

/** The writers for the outputs of one bake, by the names of their definitions, in the order of `outputDefinitions`. */
export type OutputWriters = ReadonlyMap<string, OutputWriter>;

/** Loads the code for the kinds of output that the systems of a bake show, and for those that are always needed. */
export async function loadWriters(bake: Pick<Bake, 'plan' | 'simulation'>): Promise<OutputWriters> {
  const shown = new Set<OutputKind | string>(
    bake.plan.systems.flatMap(({ name }) => bake.simulation.outputs(name).map(({ kind }) => kind)),
  );
  const definitions: readonly OutputDefinition[] = outputDefinitions;
  const needed = definitions.filter(({ name, isNeeded }) => isNeeded?.(bake.plan.outputs) || shown.has(name));
  for (const kind of shown)
    if (!needed.some(({ name }) => name === kind)) throw new Error(`no output definition is named "${kind}"`);
  return new Map(
    await Promise.all(
      needed.map(async ({ name, load }): Promise<[string, OutputWriter]> => [name, await load()]),
    ),
  );
}

/**
 * Throws an `InputError` before the simulation for outputs that are known to be impossible. goesInParts: files are written in chunks, so
 * that they need not fit into memory.
 */
export function checkOutputs(bake: Bake, writers: OutputWriters, goesInParts: boolean): void {
  for (const writer of writers.values()) writer.check?.(bake, goesInParts);
}

/** Returns how often `writeOutputs` calls `sink.next`. */
export function countOutputWork(bake: Bake, writers: OutputWriters): number {
  let count = 0;
  for (const writer of writers.values()) count += writer.countWork?.(bake) ?? 0;
  return count;
}

/**
 * Writes every file that the plan selects, from the final state and the kept frames. With several threads, the definitions write at the same
 * time, and some already while the scene is simulated.
 */
export async function writeOutputs(
  bake: Bake,
  writers: OutputWriters,
  sink: OutputSink,
): Promise<WrittenOutput[]> {
  const all = [...writers.values()].filter(({ write }) => write);
  if (sink.threads > 1) {
    return settleAll(
      all.map(async (writer) => {
        const branch = sink.branch();
        if (!writer.follows) await sink.simulated();
        return writer.write!(bake, branch);
      }),
    );
  }
  const written: WrittenOutput[] = [];
  for (const writer of all) written.push(await writer.write!(bake, sink));
  return written;
}

/** Waits until all promises are settled, so that no work continues after an error. Then returns their values, or throws the first error. */
async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Creates one recorder for each output that the systems show. */
export function createRecorders(bake: RunningBake, writers: OutputWriters) {
  return listOutputs(bake).map((shown) => {
    const recorder = writers.get(shown.output.kind)?.record?.(shown, bake);
    if (!recorder) throw new Error(`outputs of the kind "${shown.output.kind}" cannot be kept`);
    return { shown, recorder };
  });
}
