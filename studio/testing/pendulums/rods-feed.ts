import type { OutputChange, OutputFacts, OutputFeed } from '../../outputs/output-feed.ts';

export interface RodsFacts extends OutputFacts {
  readonly kind: 'rods';
  readonly count: number;
}

export interface RodsChange extends OutputChange {
  readonly kind: 'rods';
  readonly ends: Float64Array;
}

/** Sends rods from the worker to the page. */
export const rodsFeed: OutputFeed<'rods'> = {
  kind: 'rods',
  facts: ({ count }) => ({ count }),
  createReader:
    () =>
    ({ ends }) => [{ ends: ends.slice() }],
};
