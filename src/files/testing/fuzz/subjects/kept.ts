import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OutputFolder } from '../../../../node/output-folder.ts';
import { check, type FuzzFiles, type FuzzSubject } from '../fuzz-subject.ts';

/**
 * Frames of an interrupted bake, and the state of its second checkpoint. The frame `yard 0 1` is written twice, once before
 * each checkpoint.
 */
const frames = new Map([
  ['yard 0 0', Uint8Array.from({ length: 40 }, (_, k) => k)],
  ['yard 0 1', new Uint8Array(0)],
  ['coat 1 0', Uint8Array.from({ length: 1001 }, (_, k) => 7 * k)],
]);
const state = Uint8Array.from({ length: 300 }, (_, k) => 3 * k);

/** Calls `act` with the path of an output folder in a new temporary folder, which is deleted afterwards. */
function inFolder<Result>(act: (out: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-kept-'));
  try {
    return act(join(folder, 'out'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function interrupt(out: string, first: number): FuzzFiles {
  const folder = new OutputFolder(out);
  folder.open(false, { origin: '{"source":"a.json","scene":"{}"}' });
  folder.putFrame('yard 0 1', new Uint8Array(first));
  folder.saveCheckpoint(new Uint8Array(first));
  for (const [key, bytes] of frames) folder.putFrame(key, bytes);
  folder.saveCheckpoint(state);
  folder.close();
  const partial = `${out}.partial`;
  return readdirSync(partial, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path.slice(partial.length + 1), bytes: Uint8Array.from(readFileSync(path)) }));
}

export const keptSubjects: readonly FuzzSubject[] = [
  {
    name: 'what an interrupted bake keeps',
    kind: 'binary',
    sources: () => [12, 300].map((first) => inFolder((out) => interrupt(out, first))),
    // If a damaged folder is not refused, it must give the same frames and state as the undamaged one.
    read: (files) =>
      inFolder((out) => {
        for (const { name, bytes } of files) {
          mkdirSync(dirname(join(`${out}.partial`, name)), { recursive: true });
          writeFileSync(join(`${out}.partial`, name), bytes);
        }
        const folder = new OutputFolder(out);
        try {
          if (!folder.open(true)) return;
          check(same(folder.loadCheckpoint(), state), 'the state');
          for (const [key, bytes] of frames) check(same(folder.getFrame(key), bytes), `the frame ${key}`);
        } finally {
          folder.close();
        }
      }),
  },
];

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}
