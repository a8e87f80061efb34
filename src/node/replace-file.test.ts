import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskError } from './disk-error.ts';
import { createDiskCache } from './prepare-cache.ts';
import { replaceFile } from './replace-file.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'replace-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('a name may be as long as the disk allows; a longer one is told in words', () => {
  const name = `${'x'.repeat(251)}.png`;
  replaceFile(join(place, name), new Uint8Array(3));
  expect(readdirSync(place)).toEqual([name]);
  const writeLonger = () => replaceFile(join(place, `x${name}`), new Uint8Array(3));
  expect(writeLonger).toThrow(DiskError);
  expect(writeLonger).toThrow('this name is too long for the disk');
  expect(readdirSync(place)).toEqual([name]);
});

test('what a killed process left in the cache goes after a day, and nothing else', async () => {
  const old = ['.new-0123456789ab.flesh', '.key.new-0123456789ab.flesh', '.new-mine.flesh', 'mine.flesh'];
  for (const name of old) {
    writeFileSync(join(place, name), 'old');
    utimesSync(join(place, name), 1, 1);
  }
  writeFileSync(join(place, '.new-ba9876543210.flesh'), 'of a process that is writing');
  await createDiskCache(place).put('key', new Uint8Array(3));
  expect(readdirSync(place).sort()).toEqual(
    ['.new-ba9876543210.flesh', '.new-mine.flesh', 'key.flesh', 'mine.flesh'].sort(),
  );
  expect(readFileSync(join(place, 'key.flesh'))).toHaveLength(3);
});
