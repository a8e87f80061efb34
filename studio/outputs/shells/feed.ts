import type { ShellsMotion, ShellsOutput } from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFacts, OutputFeed } from '../output-feed.ts';

/** The constant data of a coat. */
export interface ShellsFacts extends OutputFacts, Omit<ShellsOutput, 'kind' | 'name' | keyof ShellsMotion> {
  readonly kind: 'shells';
}

/** The current state of a coat. */
export interface ShellsChange extends OutputChange, ShellsMotion {
  readonly kind: 'shells';
}

export const shellsFeed: OutputFeed<'shells'> = {
  kind: 'shells',
  facts({ kind, name, roots, normals, offsets, ...facts }) {
    return facts;
  },
  createReader:
    () =>
    ({ roots, normals, offsets }) => [
      { roots: roots.slice(), normals: normals.slice(), offsets: offsets.slice() },
    ],
};
