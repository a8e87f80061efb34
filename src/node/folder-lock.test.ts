import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { times } from '../testing/long.ts';
import { FolderLock } from './folder-lock.ts';

let location = '';
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(location, { recursive: true, force: true }));

const processCount = times({ short: 3, long: 8 });
const takings = times({ short: 300, long: 20_000 });
const child = fileURLToPath(new URL('testing/lock-child.ts', import.meta.url));

test(`only one of ${processCount} processes has the lock at a time, ${takings} times each`, async () => {
  const runs = Array.from({ length: processCount }, async () => {
    const process = spawn('node', ['--import', 'tsx', child, join(location, 'out'), String(takings)]);
    let [output, had] = ['', ''];
    process.stderr.on('data', (text) => {
      output += text;
    });
    process.stdout.on('data', (text) => {
      had += text;
    });
    const [status] = await once(process, 'close');
    return { status, output, had: Number(had) > 0 };
  });
  const ends = await Promise.all(runs);
  expect(ends).toEqual(ends.map(({ had }) => ({ status: 0, output: '', had })));
  // On a busy machine, a process may fail all its attempts if another process holds the lock and gets no processor time.
  expect(ends.some(({ had }) => had)).toBe(true);
  expect(readdirSync(location)).toEqual([]);
  // On a busy machine, the long form of the test takes minutes.
}, 600_000);

test('a second call in one process is refused until the first releases the lock', () => {
  const [first, second] = [new FolderLock(join(location, 'out')), new FolderLock(join(location, 'out'))];
  expect(first.take()).toBeNull();
  expect(second.take()).toMatchObject({ process: process.pid, holds: true });
  second.release();
  expect(first.holder()).toMatchObject({ process: process.pid });
  first.release();
  expect(second.take()).toBeNull();
  second.release();
  expect(readdirSync(location)).toEqual([]);
});

test('another thread of the same process is refused, and its lock stays', () => {
  // The threads of a process have the same process id, but each thread has its own instance of the module with its own variables.
  writeFileSync(join(location, `.out.lock-${process.pid}-1`), 'aftermotion holds\n');
  const lock = new FolderLock(join(location, 'out'));
  expect(lock.take()).toMatchObject({ process: process.pid, holds: true });
  expect(readdirSync(location)).toEqual([`.out.lock-${process.pid}-1`]);
});

test('two spellings of a folder name are different folders only if the disk distinguishes them', () => {
  const [first, second] = [new FolderLock(join(location, 'out')), new FolderLock(join(location, 'OUT'))];
  expect(first.take()).toBeNull();
  const isOne = existsSync(join(location, `.OUT.lock-${process.pid}-1`));
  expect(second.take() === null).toBe(!isOne);
  first.release();
  second.release();
  expect(readdirSync(location)).toEqual([]);
});

describe('a lock of a process that has ended is ignored', () => {
  test.each([
    ['nothing in it', '.out.lock-99999999-1', ''],
    ['a claim', '.out.lock-99999999-7', 'aftermotion asks \n'],
    ['the lock', '.out.lock-99999999-1', 'aftermotion holds\n'],
    // In containers, successive processes often have the same id.
    ['the id that this process has now', `.out.lock-${process.pid}-1`, 'aftermotion holds\n'],
  ])('with %s', (_, name, content) => {
    writeFileSync(join(location, name), content);
    const before = (Date.now() - 1000 * process.uptime()) / 1000 - 60;
    utimesSync(join(location, name), before, before);
    const lock = new FolderLock(join(location, 'out'));
    expect(lock.take()).toBeNull();
    lock.release();
    expect(readdirSync(location)).toEqual([]);
  });
});

test('files with similar names are not changed', () => {
  const names = ['.out.lock-99999999-1', '.out.lock-mine', '.out.lock-99999999', '.out.lock-99999999-2'];
  for (const name of names) writeFileSync(join(location, name), 'notes of someone, longer than a lock');
  const lock = new FolderLock(join(location, 'out'));
  expect(lock.take()).toBeNull();
  lock.release();
  expect(readdirSync(location).sort()).toEqual([...names].sort());
});
