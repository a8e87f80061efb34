import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '../testing/long.ts';
import { FolderLock } from './folder-lock.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const processCount = times({ short: 3, long: 8 });
const takings = times({ short: 300, long: 20_000 });
const child = fileURLToPath(new URL('testing/lock-child.ts', import.meta.url));

test(`only one of ${processCount} processes has the lock at a time, ${takings} times each`, async () => {
  const runs = Array.from({ length: processCount }, async () => {
    const process = spawn('node', ['--import', 'tsx', child, join(place, 'out'), String(takings)]);
    let [words, had] = ['', ''];
    process.stderr.on('data', (text) => {
      words += text;
    });
    process.stdout.on('data', (text) => {
      had += text;
    });
    const [status] = await once(process, 'close');
    return { status, words, had: Number(had) > 0 };
  });
  const ends = await Promise.all(runs);
  expect(ends).toEqual(ends.map(({ had }) => ({ status: 0, words: '', had })));
  // On a busy machine, a process may fail all its attempts while another one that holds the lock is not scheduled.
  expect(ends.some(({ had }) => had)).toBe(true);
  expect(readdirSync(place)).toEqual([]);
  // The long form takes minutes on a busy machine.
}, 600_000);

test('a second call in one process is refused until the first gives it back', () => {
  const [first, second] = [new FolderLock(join(place, 'out')), new FolderLock(join(place, 'out'))];
  expect(first.take()).toBeNull();
  expect(second.take()).toMatchObject({ process: process.pid, holds: true });
  second.release();
  expect(first.holder()).toMatchObject({ process: process.pid });
  first.release();
  expect(second.take()).toBeNull();
  second.release();
  expect(readdirSync(place)).toEqual([]);
});

test('another thread of the same process is refused, and its lock stays', () => {
  // Threads of a process have the same process id, but each has its own instance of the module and its variables.
  writeFileSync(join(place, `.out.lock-${process.pid}-1`), 'aftermotion holds\n');
  const lock = new FolderLock(join(place, 'out'));
  expect(lock.take()).toMatchObject({ process: process.pid, holds: true });
  expect(readdirSync(place)).toEqual([`.out.lock-${process.pid}-1`]);
});

test('a folder in another spelling is another one only where the disk makes a difference', () => {
  const [first, second] = [new FolderLock(join(place, 'out')), new FolderLock(join(place, 'OUT'))];
  expect(first.take()).toBeNull();
  const isOne = existsSync(join(place, `.OUT.lock-${process.pid}-1`));
  expect(second.take() === null).toBe(!isOne);
  first.release();
  second.release();
  expect(readdirSync(place)).toEqual([]);
});

describe('a lock that a process left when it ended counts for nothing', () => {
  test.each([
    ['nothing in it', '.out.lock-99999999-1', ''],
    ['a claim', '.out.lock-99999999-7', 'aftermotion asks \n'],
    ['the lock', '.out.lock-99999999-1', 'aftermotion holds\n'],
    // In containers, successive processes often have the same id.
    ['the id that this process has now', `.out.lock-${process.pid}-1`, 'aftermotion holds\n'],
  ])('with %s', (_, name, content) => {
    writeFileSync(join(place, name), content);
    const before = (Date.now() - 1000 * process.uptime()) / 1000 - 60;
    utimesSync(join(place, name), before, before);
    const lock = new FolderLock(join(place, 'out'));
    expect(lock.take()).toBeNull();
    lock.release();
    expect(readdirSync(place)).toEqual([]);
  });
});

test('files that only look like it are left alone', () => {
  const names = ['.out.lock-99999999-1', '.out.lock-mine', '.out.lock-99999999', '.out.lock-99999999-2'];
  for (const name of names) writeFileSync(join(place, name), 'notes of someone, longer than a lock');
  const lock = new FolderLock(join(place, 'out'));
  expect(lock.take()).toBeNull();
  lock.release();
  expect(readdirSync(place).sort()).toEqual([...names].sort());
});
