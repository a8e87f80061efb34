import type { OutputKind, OutputKinds } from '../../src/systems/outputs/index.ts';

/** The constant part of an output in a run. It is sent to the page once. `name` is unique in a scene. */
export interface OutputFacts {
  readonly kind: string;
  readonly name: string;
}

/** The current state of an output. It has its own copies of arrays, which can be transferred to another thread. */
export interface OutputChange {
  readonly kind: string;
  readonly name: string;
}

/** Sends one kind of output from the simulation, which is in a worker, to the picture. Registered in `feeds.ts`. */
export interface OutputFeed<Kind extends OutputKind = OutputKind> {
  readonly kind: Kind;
  /** Returns the constant part, without kind and name. Null if there is none; changes are sent even then. */
  facts(output: OutputKinds[Kind]): object | null;
  /** Creates the reader of one output for one run. */
  createReader(): OutputReader<Kind>;
}

/**
 * Returns what has changed since the last call, as objects to which kind and name are added; an empty list if nothing has changed.
 * hasJumped: the state has jumped, so everything that was ever sent must be sent again.
 */
export type OutputReader<Kind extends OutputKind> = (
  output: OutputKinds[Kind],
  hasJumped: boolean,
) => readonly object[];

/** A feed of any kind. It gets only outputs of its own kind. */
// biome-ignore lint/suspicious/noExplicitAny: feeds are looked up by the kind of an output.
export type AnyFeed = OutputFeed<any>;

/** Returns the facts or changes of one kind. */
export function ofKind<Own extends { readonly kind: string }>(
  all: readonly { readonly kind: string }[],
  kind: Own['kind'],
): Own[] {
  return all.filter((one) => one.kind === kind) as Own[];
}
