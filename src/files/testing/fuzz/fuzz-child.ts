import { openSync, writeSync } from 'node:fs';
import { type FuzzTally, fuzzInputs } from './fuzz-inputs.ts';
import { subjectGroups } from './subjects/index.ts';

/** What the parent asks for: some inputs of all readers of a group, or of one. */
export interface FuzzRequest {
  readonly group: string;
  readonly subject?: string;
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

/** What it is told: a reader's tally, or that all are done. */
export type FuzzAnswer =
  | { readonly tally: FuzzTally }
  | { readonly done: true }
  | { readonly failed: string };

// The parent reads in this file which input of which reader is at work, when this process hangs or dies.
const [, , notes] = process.argv;
const file = openSync(notes, 'w');
const note = (words: string) => writeSync(file, words.padEnd(100), 0);

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
