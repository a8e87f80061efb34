import type { OutputKind, OutputKinds } from '../../src/systems/outputs/index.ts';

/** The data of an output that is constant in a run: sent to the page once. `name` is unique in a scene. */
export interface OutputFacts {
  readonly kind: string;
  readonly name: string;
}

/** The current state of an output. Its arrays are its own, so that they can be transferred to another thread. */
export interface OutputChange {
  readonly kind: string;
  readonly name: string;
}

/** Sends one kind of output from the simulation, in a worker, to the picture. Registered in `feeds.ts`. */
export interface OutputFeed<Kind extends OutputKind = OutputKind> {
  readonly kind: Kind;
  /** The constant data of a run, except kind and name. Null: nothing need be sent. */
  facts(output: OutputKinds[Kind]): object | null;
  /** Creates the reader of the changes of one output in one run. */
  createReader(): OutputReader<Kind>;
}

/**
 * Returns the changes that a picture needs if it has shown everything so far, as objects without kind and name. hasJumped: the
 * state has jumped, so everything that was ever sent is needed again.
 */
export type OutputReader<Kind extends OutputKind> = (
  output: OutputKinds[Kind],
  hasJumped: boolean,
) => readonly object[];

/** A feed of any kind. It only receives outputs of its own kind. */
// biome-ignore lint/suspicious/noExplicitAny: feeds are looked up by the kind of an output.
export type AnyFeed = OutputFeed<any>;

/** Facts or changes of one kind. */
export function ofKind<Own extends { readonly kind: string }>(
  all: readonly { readonly kind: string }[],
  kind: Own['kind'],
): Own[] {
  return all.filter((one) => one.kind === kind) as Own[];
}
