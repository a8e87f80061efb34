import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskError } from './disk-error.ts';
import { createDiskCache } from './prepare-cache.ts';
import { replaceFile } from './replace-file.ts';

let location = '';
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'replace-'));
});
afterEach(() => rmSync(location, { recursive: true, force: true }));

test('a name may be as long as the disk allows; a longer one is reported as a message', () => {
  const name = `${'x'.repeat(251)}.png`;
  replaceFile(join(location, name), new Uint8Array(3));
  expect(readdirSync(location)).toEqual([name]);
  const writeLonger = () => replaceFile(join(location, `x${name}`), new Uint8Array(3));
  expect(writeLonger).toThrow(DiskError);
  expect(writeLonger).toThrow('this name is too long for the disk');
  expect(readdirSync(location)).toEqual([name]);
});

test('only files that a killed process left in the cache are deleted after a day', async () => {
  const old = ['.new-0123456789ab.flesh', '.key.new-0123456789ab.flesh', '.new-mine.flesh', 'mine.flesh'];
  for (const name of old) {
    writeFileSync(join(location, name), 'old');
    utimesSync(join(location, name), 1, 1);
  }
  writeFileSync(join(location, '.new-ba9876543210.flesh'), 'of a process that is writing');
  await createDiskCache(location).put('key', new Uint8Array(3));
  expect(readdirSync(location).sort()).toEqual(
    ['.new-ba9876543210.flesh', '.new-mine.flesh', 'key.flesh', 'mine.flesh'].sort(),
  );
  expect(readFileSync(join(location, 'key.flesh'))).toHaveLength(3);
});
