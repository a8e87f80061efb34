import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { hashUnit } from '../math/random.ts';
import { times } from '../testing/long.ts';
import { type BakeFileOptions, bakeFile } from './bake-file.ts';
import { writeBusyScene } from './testing/busy-scene.ts';
import { CountedSignal } from './testing/counted-signal.ts';
import { Workshop } from './testing/workshop.ts';

const seed = 20261128;
const killCount = times({ short: 1, long: 20 });
/** Timeout, milliseconds. A few seconds are enough on an idle machine. */
const patience = 600_000;
const child = fileURLToPath(new URL('testing/bake-child.mjs', import.meta.url));
const index = new URL('../../dist/node/index.js', import.meta.url);

const workshop = new Workshop();
const scene = writeBusyScene(workshop);
afterAll(() => workshop.close());

/** Results of an uninterrupted bake: its outputs, the number of its progress events, and how often it checks the abort signal. */
let whole: Record<string, unknown>;
let pieceCount = 0;
let looks = 0;
beforeAll(async () => {
  // The first bake fills the cache of prepared parts, so that the second one is representative.
  await bake('whole');
  const signal = new CountedSignal(Infinity);
  await bake('whole', {
    signal,
    progress({ phase }) {
      if (phase !== 'prepare') pieceCount++;
    },
  });
  looks = signal.looks;
  whole = allOf('whole');
});

function bake(out: string, options: BakeFileOptions = {}) {
  return bakeFile(scene, { out: workshop.path(out), ...options });
}

/** Returns the hashes of all outputs, and the report without values that depend on the machine (times, memory). */
function allOf(out: string): Record<string, unknown> {
  const report = JSON.parse(Buffer.from(workshop.read(`${out}/report.json`)).toString());
  delete report.machine;
  delete report.wallSeconds;
  for (const system of report.systems) {
    for (const name of ['stepSeconds', 'stateBytes', 'scratchBytes']) delete system[name];
  }
  return { ...workshop.snapshot(out), report };
}

/**
 * Resumes the bake in a child process, and kills it after `pieces` progress events and `delay` ms. Returns true if it finished before that.
 */
async function bakeInChild(out: string, pieces: number, delay: number): Promise<boolean> {
  const process = fork(child, [index.href, scene, workshop.path(out)], { silent: true });
  let reported = 0;
  let isDone = false;
  process.on('message', ({ phase }: { phase: string }) => {
    if (phase === 'done') isDone = true;
    else if (++reported === pieces) setTimeout(() => process.kill('SIGKILL'), delay);
  });
  let output = '';
  process.stderr!.on('data', (text) => {
    output += text;
  });
  const [status, signal] = await once(process, 'exit');
  if (signal !== 'SIGKILL') expect({ status, output }).toEqual({ status: 0, output: '' });
  return isDone;
}

describe('a bake that is killed continues to the same bytes', () => {
  test.skipIf(!existsSync(index))(
    `${killCount} times, whatever it was doing (seed ${seed}; needs the build)`,
    async () => {
      // The reference is made with the same build as the killed bakes, because the sources may have changed after the build.
      expect(await bakeInChild('child', Infinity, 0)).toBe(true);
      const expected = allOf('child');
      let [attempts, kills, finished] = [0, 0, 0];
      while (kills < killCount) {
        const out = `killed-${finished}`;
        for (;;) {
          // The number is sometimes larger than the number of events. In this case the child finishes, and a new bake begins.
          const pieces = 1 + Math.floor(1.25 * pieceCount * hashUnit(seed, 1, attempts, 0));
          const isDone = await bakeInChild(out, pieces, 4 * hashUnit(seed, 2, attempts++, 0));
          if (isDone) break;
          kills++;
          expect(workshop.list()).not.toContain(out);
        }
        expect(allOf(out)).toEqual(expected);
        expect(workshop.list()).not.toContain(`${out}.partial`);
        finished++;
      }
      expect(finished).toBeGreaterThan(times({ short: 0, long: 1 }));
    },
    patience,
  );

  test(
    `stopped ${killCount} times in the middle of frames and of files (seed ${seed})`,
    async () => {
      let [attempts, stops] = [0, 0];
      for (let finished = 0; stops < killCount; finished++) {
        const out = `stopped-${finished}`;
        for (;;) {
          const limit = Math.floor(1.25 * looks * hashUnit(seed, 3, attempts++, 0));
          const signal = new CountedSignal(limit);
          const isDone = await bake(out, { signal, resume: true }).then(
            () => true,
            (error) => {
              expect(error).toBe(signal.reason);
              return false;
            },
          );
          if (isDone) break;
          stops++;
        }
        expect(allOf(out)).toEqual(whole);
      }
    },
    patience,
  );
});

describe('resume without a checkpoint', () => {
  test.each([
    ['nothing at all', () => undefined],
    [
      'a process that was killed before it kept anything',
      () => {
        workshop.mark('early.partial');
        workshop.write('early.partial/frames/00000.new', 'half');
        workshop.write('early.partial/checkpoint.new', 'half');
        workshop.write('.early.lock-99999999-1', 'aftermotion holds\n');
      },
    ],
  ])('after %s starts from the beginning, and reports that', async (_, prepare) => {
    prepare();
    const notes: string[] = [];
    await bake('early', { resume: true, note: (message) => notes.push(message) });
    expect(notes).toEqual([
      expect.stringMatching(/early\.partial has no interrupted bake .* starts from the beginning/),
    ]);
    expect(allOf('early')).toEqual(whole);
    expect(workshop.list()).not.toContain('early.partial');
    workshop.remove('early');
  });
});

test('an interrupted bake without its frames, or with a damaged checkpoint, is refused with a message', async () => {
  const stop = async (out: string) => {
    const signal = new CountedSignal(Math.floor(0.9 * looks));
    await expect(bake(out, { signal })).rejects.toThrow('interrupted');
  };
  await stop('lost');
  workshop.remove('lost.partial/frames');
  await expect(bake('lost', { resume: true })).rejects.toThrow(
    /resume: expected frames in .*lost\.partial\/frames\/00000, got none: .*bake without --resume to start over/,
  );
  await stop('damaged');
  for (const bytes of [new Uint8Array(0), workshop.read('damaged.partial/checkpoint').slice(0, 300)]) {
    workshop.write('damaged.partial/checkpoint', bytes);
    await expect(bake('damaged', { resume: true })).rejects.toThrow(InputError);
  }
  // Without `resume` the bake starts from the beginning.
  await bake('damaged');
  expect(workshop.snapshot('damaged')).toEqual(workshop.snapshot('whole'));
});

const damageCount = times({ short: 8, long: 300 });

test(
  `the files of an interrupted bake are damaged ${damageCount} times: they are refused with a message, or the result has the same bytes (seed ${seed})`,
  async () => {
    const out = 'harmed';
    const signal = new CountedSignal(Math.floor(0.9 * looks));
    await expect(bake(out, { signal, checkpointSeconds: 0 })).rejects.toThrow('interrupted');
    const names = [
      'checkpoint',
      'origin.json',
      ...workshop.list(`${out}.partial/frames`).map((name) => `frames/${name}`),
    ];
    expect(names.length).toBeGreaterThan(5);
    const kept = new Map(names.map((name) => [name, workshop.read(`${out}.partial/${name}`)]));
    let refused = 0;
    for (let k = 0; k < damageCount; k++) {
      const pick = (end: number, what: number) => Math.floor(end * hashUnit(seed, 4, k, what));
      // The checkpoint is damaged as often as all other files together.
      const name = k % 2 === 0 ? 'checkpoint' : names[pick(names.length, 0)];
      const bytes = Uint8Array.from(kept.get(name)!);
      const at = pick(bytes.length, 1);
      bytes[at] ^= 1 << pick(8, 2);
      workshop.write(`${out}.partial/${name}`, k % 3 === 0 ? bytes.subarray(0, at) : bytes);
      const error = await bake(out, { resume: true }).then(
        () => null,
        (caught) => caught,
      );
      if (error === null) {
        expect(allOf(out), `${name} at ${at}`).toEqual(whole);
        workshop.remove(out);
        workshop.mark(`${out}.partial`);
        for (const [kind, content] of kept) workshop.write(`${out}.partial/${kind}`, content);
      } else {
        refused++;
        expect(error, `${name} at ${at}`).toBeInstanceOf(InputError);
        expect(String(error)).toMatch(/resume: .*bake without --resume to start over/);
        expect(workshop.list()).not.toContain(out);
        workshop.write(`${out}.partial/${name}`, kept.get(name)!);
      }
    }
    expect(refused).toBeGreaterThan(damageCount / 2);
    await bake(out, { resume: true });
    expect(allOf(out)).toEqual(whole);
  },
  patience,
);
