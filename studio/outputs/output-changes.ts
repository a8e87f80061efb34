import type { Output, Simulation } from '../../src/index.ts';
import type { LiveHeightfield } from '../../src/systems/outputs/index.ts';
import { outputFeeds } from './feeds.ts';
import type { AnyFeed, OutputChange, OutputFacts, OutputReader } from './output-feed.ts';

/** Returns all outputs of a simulation with names that are unique in the scene. The first output of a system has the name of the system. */
export function namedOutputs(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): { name: string; output: Output }[] {
  return systems.flatMap((system) => {
    const outputs = simulation.outputs(system);
    return outputs.map((output, index) => ({
      name: index === 0 ? system : `${system}/${output.name}`,
      output,
    }));
  });
}

/** Returns the grounds among these outputs, with the same names. */
export function namedGrounds(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): LiveHeightfield[] {
  return namedOutputs(simulation, systems).flatMap(({ name, output }) =>
    output.kind === 'heightfield' ? [{ ...output, name }] : [],
  );
}

/** Collects the changes of all outputs of a scene, for a picture that shows them. */
export class OutputChanges {
  // biome-ignore lint/suspicious/noExplicitAny: a reader gets outputs of its own kind.
  private readonly readers = new Map<string, OutputReader<any>>();
  private hasJumped = false;

  constructor(private readonly systems: readonly string[]) {}

  /** Called when the state has jumped. The next changes then contain everything that was ever sent. */
  forget(): void {
    this.hasJumped = true;
  }

  take(simulation: Pick<Simulation, 'outputs'>): OutputChange[] {
    const changes = namedOutputs(simulation, this.systems).flatMap(({ name, output }) => {
      const { kind } = output;
      let reader = this.readers.get(name);
      if (!reader) {
        reader = feedOf(kind).createReader();
        this.readers.set(name, reader);
      }
      return reader(output, this.hasJumped).map((change) => ({ kind, name, ...change }));
    });
    this.hasJumped = false;
    return changes;
  }
}

/** Returns the constant data of all outputs in a run, for a picture that will receive their changes. */
export function listFacts(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): OutputFacts[] {
  return namedOutputs(simulation, systems).flatMap(({ name, output }) => {
    const { kind } = output;
    const facts = feedOf(kind).facts(output);
    return facts ? [{ kind, name, ...facts }] : [];
  });
}

/** Returns the buffers that can be transferred to another thread. */
export function buffersOf(changes: readonly OutputChange[]): ArrayBufferLike[] {
  return changes.flatMap((change) =>
    Object.values(change).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : [])),
  );
}

function feedOf(kind: string): AnyFeed {
  const feed = outputFeeds.find((one) => one.kind === kind);
  if (!feed) throw new Error(`no feed is registered for outputs of the kind "${kind}"`);
  return feed;
}
