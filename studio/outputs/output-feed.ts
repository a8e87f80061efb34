import type { OutputKind, OutputKinds } from '../../src/systems/outputs/index.ts';

/** What of an output stays as it is for a whole run: sent to the page once. `name` is unique in a scene. */
export interface OutputFacts {
  readonly kind: string;
  readonly name: string;
}

/** What an output looks like now. Its arrays are its own, so that they can be transferred to another thread. */
export interface OutputChange {
  readonly kind: string;
  readonly name: string;
}

/** How one kind of output is sent from the simulation, in a worker, to the picture. Registered in `feeds.ts`. */
export interface OutputFeed<Kind extends OutputKind = OutputKind> {
  readonly kind: Kind;
  /** What stays for the run, beside kind and name; null: nothing need be sent. */
  facts(output: OutputKinds[Kind]): object | null;
  /** Makes what takes the changes of one output in one run. */
  createReader(): OutputReader<Kind>;
}

/**
 * Takes what a picture that has shown everything so far needs, as objects beside kind and name. hasJumped: the state has jumped, so
 * that everything that was ever sent is needed again.
 */
export type OutputReader<Kind extends OutputKind> = (
  output: OutputKinds[Kind],
  hasJumped: boolean,
) => readonly object[];

/** A feed of any kind. Outputs of its own kind alone reach it. */
// biome-ignore lint/suspicious/noExplicitAny: feeds are looked up by the kind of an output.
export type AnyFeed = OutputFeed<any>;

/** Facts or changes of one kind. */
export function ofKind<Own extends { readonly kind: string }>(
  all: readonly { readonly kind: string }[],
  kind: Own['kind'],
): Own[] {
  return all.filter((one) => one.kind === kind) as Own[];
}
