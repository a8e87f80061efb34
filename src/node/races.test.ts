import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { times } from '../testing/long.ts';
import { isBeingReplaced, settleFolder } from './output-folder.ts';
import { Workshop } from './testing/workshop.ts';

const seed = 20261129;
/** Timeout, milliseconds. A few seconds are enough on an idle machine. */
const patience = 1_200_000;
const workshop = new Workshop();
afterAll(() => workshop.close());

const index = new URL('../../dist/node/index.js', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));

const roundCount = times({ short: 1, long: 100 });
const bakeCount = 3;

describe('bakes of several processes into one folder at once', () => {
  test.skipIf(!existsSync(index))(
    `${bakeCount} at a time, ${roundCount} times: each writes all, or is refused for another one (needs the build)`,
    async () => {
      const scene = workshop.path('yard/scene.json');
      const out = workshop.path('out/yard');
      expect(await bakeInChild(scene, workshop.path('alone/yard'), 0)).toBe('done');
      const whole = workshop.snapshot('alone/yard');
      let [done, refused] = [0, 0];
      for (let round = 0; round < roundCount; round++) {
        const ends = await Promise.all(
          Array.from({ length: bakeCount }, (_, k) =>
            bakeInChild(scene, out, 300 * hashUnit(seed, 1, round, k)),
          ),
        );
        for (const message of ends) {
          if (message === 'done') done++;
          else {
            refused++;
            expect(message).toMatch(/^InputError: out: process \d+ is writing into/);
          }
        }
        expect(ends).toContain('done');
        expect(workshop.snapshot('out/yard')).toEqual(whole);
        expect(workshop.list('out')).toEqual(['yard']);
      }
      expect(done + refused).toBe(bakeCount * roundCount);
    },
    patience,
  );
});

/** Bakes in a child process after `delay` milliseconds. Returns `done` or the message of its error. */
async function bakeInChild(scene: string, out: string, delay: number): Promise<string> {
  await new Promise((next) => setTimeout(next, delay));
  const child = fork(pathOf('bake-child.mjs'), [index.href, scene, out], { silent: true });
  let end = '';
  child.on('message', ({ phase, message }: { phase: string; message?: string }) => {
    if (phase === 'done') end = 'done';
    else if (message) end = message;
  });
  let errors = '';
  child.stderr!.on('data', (text) => {
    errors += text;
  });
  await once(child, 'close');
  return end || `ended without a word: ${errors}`;
}

const killCount = times({ short: 2, long: 200 });

test(
  `killed ${killCount} times while it writes a folder anew, the folder is whole, or it is told and can be put right`,
  async () => {
    const out = workshop.path('killed');
    let [mixed, last] = [0, 0];
    for (let kill = 0; kill < killCount; kill++) {
      const child = spawn('node', ['--import', 'tsx', pathOf('commit-child.ts'), out]);
      let errors = '';
      child.stderr.on('data', (text) => {
        errors += text;
      });
      const ended = once(child, 'close');
      // Waits until the child has written a new version of the folder.
      while (child.exitCode === null && numberOf(out) <= last)
        await new Promise((next) => setTimeout(next, 5));
      await new Promise((next) => setTimeout(next, 400 * hashUnit(seed, 2, kill, 0)));
      child.kill('SIGKILL');
      expect(await ended, errors).toEqual([null, 'SIGKILL']);
      if (isBeingReplaced(out)) mixed++;
      else requireWhole(out);
      settleFolder(out);
      requireWhole(out);
      expect(numberOf(out)).toBeGreaterThan(last);
      last = numberOf(out);
    }
    expect(last).toBeGreaterThanOrEqual(killCount);
    // With so many kills, some interrupt the move of files.
    if (killCount > 50) expect(mixed).toBeGreaterThan(0);
  },
  patience,
);

function readReport(out: string): { number: number; outputs: { file: string }[] } | null {
  try {
    return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  } catch {
    return null;
  }
}

const numberOf = (out: string): number => readReport(out)?.number ?? 0;

/** Expects that the folder contains exactly the files that the report lists, all of the same version. */
function requireWhole(out: string): void {
  const { number, outputs } = readReport(out)!;
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'report.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .sort();
  expect(files).toEqual(outputs.map(({ file }) => file).sort());
  for (const file of files) expect(readFileSync(join(out, file), 'utf8'), file).toBe(String(number));
}
