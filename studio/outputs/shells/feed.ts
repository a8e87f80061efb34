import type { ShellsMotion, ShellsOutput } from '../../../src/systems/outputs/index.ts';
import type { OutputChange, OutputFacts, OutputFeed } from '../output-feed.ts';

/** What of a coat stays as it is. */
export interface ShellsFacts extends OutputFacts, Omit<ShellsOutput, 'kind' | 'name' | keyof ShellsMotion> {
  readonly kind: 'shells';
}

/** Where a coat is now. */
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
