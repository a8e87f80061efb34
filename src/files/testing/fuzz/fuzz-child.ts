import { openSync, writeSync } from 'node:fs';
import { type FuzzTally, fuzzInputs } from './fuzz-inputs.ts';
import { subjectGroups } from './subjects/index.ts';

/** A request of the parent process: some inputs for all readers of a group, or for one reader. */
export interface FuzzRequest {
  readonly group: string;
  readonly subject?: string;
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

/** An answer to the parent process: the results of a reader, or the message that all are done. */
export type FuzzAnswer =
  | { readonly tally: FuzzTally }
  | { readonly done: true }
  | { readonly failed: string };

// The parent process reads this file if this process hangs or dies. It contains the reader and the input that were processed last.
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
