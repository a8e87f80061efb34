import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { OutputFolder } from '../output-folder.ts';
import { createPictureWriter, type PictureWriter } from './picture-writer.ts';

let location = '';
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'pictures-'));
});
afterEach(() => rmSync(location, { recursive: true, force: true }));

function open(name: string, first = 1, count = 1): PictureWriter {
  const kind = name.endsWith('.png') ? 'picture' : 'sequence';
  const times = Array.from({ length: count }, (_, k) => k);
  const size = { width: 2, height: 1 };
  return createPictureWriter({
    out: join(location, name),
    kind,
    ffmpeg: null,
    times,
    numbers: (index) => first + index,
    size,
    fps: 24,
  });
}

async function render(name: string, first: number, count: number): Promise<void> {
  const writer = open(name, first, count);
  for (let k = 0; k < count; k++) await writer.add(k, new Uint8Array(6).fill(k));
  await writer.finish();
}

test('a sequence replaces the complete sequence of an earlier render, and no other files', async () => {
  await render('frames', 1, 5);
  writeFileSync(join(location, 'frames/notes.txt'), 'mine');
  await render('frames', 10, 2);
  expect(readdirSync(join(location, 'frames')).sort()).toEqual([
    '0010.png',
    '0011.png',
    'notes.txt',
    'pictures.json',
  ]);
  expect(readdirSync(location)).toEqual(['frames']);
  writeFileSync(join(location, 'frames/0010.png'), 'painted over');
  expect(() => open('frames', 10, 2)).toThrow(/out: .*0010\.png has been changed since a render wrote it/);
});

test('a folder with frames of another program is refused before anything is drawn', () => {
  mkdirSync(join(location, 'frames'));
  writeFileSync(join(location, 'frames/0001.png'), 'mine');
  expect(() => open('frames')).toThrow(/is not empty and no render wrote it/);
  expect(() => open('frames')).toThrow(InputError);
  expect(readFileSync(join(location, 'frames/0001.png'), 'utf8')).toBe('mine');
  expect(readdirSync(location)).toEqual(['frames']);
});

test('an existing file of another program at the path of a picture is refused before anything is drawn', async () => {
  await render('frames', 1, 2);
  writeFileSync(join(location, 'frames/0003.png'), 'mine');
  expect(() => open('frames', 1, 3)).toThrow(InputError);
  expect(() => open('frames', 1, 3)).toThrow(/out: .*0003\.png: there is a file here that no render wrote/);
  expect(readFileSync(join(location, 'frames/0003.png'), 'utf8')).toBe('mine');
  expect(readdirSync(location)).toEqual(['frames']);
});

test('pictures that cannot be moved to their folder at the end are kept, and their location is reported', async () => {
  await render('frames', 1, 2);
  const writer = open('frames', 1, 3);
  for (let k = 0; k < 3; k++) await writer.add(k, new Uint8Array(6).fill(k));
  writeFileSync(join(location, 'frames/0003.png'), 'mine');
  expect(() => writer.finish()).toThrow(
    /0003\.png: there is a file here .* kept in .*frames\.partial\/files/,
  );
  await writer.discard();
  expect(readdirSync(join(location, 'frames.partial/files')).sort()).toEqual([
    '0001.png',
    '0002.png',
    '0003.png',
    'pictures.json',
  ]);
  rmSync(join(location, 'frames/0003.png'));
  await render('frames', 1, 3);
  expect(readdirSync(location)).toEqual(['frames']);
});

test('an interrupted bake of the same name keeps the files that it needs to continue', () => {
  const bake = new OutputFolder(join(location, 'run'));
  bake.open(false);
  bake.saveCheckpoint(new Uint8Array(3));
  bake.close();
  expect(() => open('run')).toThrow(/run\.partial is in the way: an interrupted bake is in it/);
  expect(bake.hasCheckpoint).toBe(true);
});

test('an aborted render leaves no files; two renders into one folder are refused', async () => {
  const writer = open('frames');
  expect(() => open('frames')).toThrow(/process \d+ is writing into/);
  await writer.add(0, new Uint8Array(6));
  await writer.discard();
  expect(readdirSync(location)).toEqual([]);
});

test('a picture appears only when complete, and no other file is deleted', async () => {
  writeFileSync(join(location, 'a.png.partial'), 'mine');
  await render('a.png', 1, 1);
  await render('a.png', 1, 1);
  expect(readdirSync(location).sort()).toEqual(['a.png', 'a.png.partial']);
  expect(readFileSync(join(location, 'a.png.partial'), 'utf8')).toBe('mine');
});
