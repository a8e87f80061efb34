import { openSync, writeSync } from 'node:fs';
import { type FuzzTally, fuzzInputs } from './fuzz-inputs.ts';
import { subjectGroups } from './subjects/index.ts';

/** A request of the parent: some inputs of all readers of a group, or of one reader. */
export interface FuzzRequest {
  readonly group: string;
  readonly subject?: string;
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

/** An answer to the parent: the tally of a reader, or that all are done. */
export type FuzzAnswer =
  | { readonly tally: FuzzTally }
  | { readonly done: true }
  | { readonly failed: string };

// If this process hangs or dies, the parent reads in this file which input of which reader was processed.
const [, , notes] = process.argv;
const file = openSync(notes, 'w');
const note = (message: string) => writeSync(file, message.padEnd(100), 0);

process.on('message', async ({ group, subject, ...inputs }: FuzzRequest) => {
  try {
    for (const candidate of await subjectGroups[group]()) {
      if (subject !== undefined && candidate.name !== subject) continue;
      note(`${candidate.name} input -1`);
      const tally = await fuzzInputs(candidate, inputs, (input) => note(`${candidate.name} input ${input}`));
      process.send!({ tally } satisfies FuzzAnswer);
    }
    process.send!({ done: true } satisfies FuzzAnswer);
  } catch (error) {
    process.send!({ failed: error instanceof Error ? `${error.stack}` : String(error) } satisfies FuzzAnswer);
  }
});
