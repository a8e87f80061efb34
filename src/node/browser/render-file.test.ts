import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createPicture } from '../../pictures/picture.ts';
import { sheetColors } from '../../pictures/sheet-style.ts';
import { FilmWriter } from './film-writer.ts';
import { findProgram } from './find-program.ts';
import { PictureSheet } from './picture-sheet.ts';
import { renderFile } from './render-file.ts';
import { averageSamples } from './render-pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-render-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const beachRun = fileURLToPath(new URL('../../../scenes/beach-run/scene.json', import.meta.url));

test('errors of the input are reported before anything is drawn, and nothing is written', async () => {
  const out = join(folder, 'faults');
  const refuse = (options: Parameters<typeof renderFile>[1]) => renderFile(beachRun, { out, ...options });
  await expect(refuse({ times: [3.5] })).rejects.toThrow(
    /time: expected a time within the scene, 0 to 3 s, got 3.5/,
  );
  await expect(refuse({ times: [1, 0.5] })).rejects.toThrow(/time: expected rising times, got 1, 0.5/);
  await expect(refuse({ frames: [80, 95] })).rejects.toThrow(/frames: expected a range within the 91 frames/);
  await expect(refuse({ out: `${out}.png`, frames: [0, 90] })).rejects.toThrow(
    /frames: expected at most 36 pictures on a sheet, got 91: give a \.mp4 or a folder/,
  );
  for (const motionBlur of [-0.1, 1.5, Number.NaN, Infinity]) {
    await expect(refuse({ motionBlur })).rejects.toThrow(
      /motionBlur: expected a fraction of the frame interval, 0 to 1, got/,
    );
  }
  for (const blurSamples of [0, 1, 2.5, 65, Number.NaN]) {
    await expect(refuse({ motionBlur: 0.5, blurSamples })).rejects.toThrow(
      /blurSamples: expected a whole number from 2 to 64, got/,
    );
  }
  await expect(refuse({ blurSamples: 8 })).rejects.toThrow(/blurSamples: has no effect without motion blur/);
  await expect(refuse({ out: `${out}.png`, times: [1, 1.01], motionBlur: 1 })).rejects.toThrow(
    /time: expected times at least 0.0333 s apart, for which the shutter is open, got 1 and 1.01/,
  );
  await expect(renderFile(join(folder, 'none.json'))).rejects.toThrow(/no such file/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a picture cannot replace a folder, and a folder cannot replace a file', async () => {
  const location = join(folder, 'place.png');
  mkdirSync(location);
  await expect(renderFile(beachRun, { out: location })).rejects.toThrow(
    /out: expected a file, got the folder/,
  );
  const file = join(folder, 'frames');
  writeFileSync(file, '');
  await expect(renderFile(beachRun, { out: file })).rejects.toThrow(/out: expected a folder, got the file/);
  await expect(renderFile(beachRun, { out: join(file, 'a.png') })).rejects.toThrow(
    /out: expected a folder, got the file/,
  );
});

test('samples of a pixel are averaged in linear light: the mean of black and white is not sRGB mid grey', () => {
  const pixels = new Uint8Array(4 * 4).fill(255);
  pixels.fill(0, 0, 8);
  expect([...averageSamples(pixels, 1, 1, 2)]).toEqual([180, 180, 180]);
  const plain = Uint8Array.from([1, 2, 3, 255, 4, 5, 6, 255]);
  expect([...averageSamples(plain, 2, 1, 1)]).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a sheet contains its pictures row by row, each with its time below', () => {
  const size = { width: 20, height: 12 };
  const sheet = new PictureSheet(size, [0, 0.5, 1]);
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ] as const;
  for (const [index, color] of colors.entries()) sheet.add(index, createPicture(20, 12, color).rgb);
  const { width, height, rgb } = sheet.picture;
  expect([width, height]).toEqual([2 * 28 + 8, 2 * 38 + 8]);
  const at = (x: number, y: number) => [...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
  expect(at(8, 8)).toEqual([255, 0, 0]);
  expect(at(27, 19)).toEqual([255, 0, 0]);
  expect(at(36, 8)).toEqual([0, 255, 0]);
  expect(at(8, 46)).toEqual([0, 0, 255]);
  expect(at(40, 50)).toEqual([...sheetColors.paper]);
});

const ffmpeg = findProgram('ffmpeg');

test.skipIf(!ffmpeg)(
  `a film of odd size is whole, or is not there${ffmpeg ? '' : ' (left out: no ffmpeg)'}`,
  async () => {
    const path = join(folder, 'film.mp4');
    const size = { width: 35, height: 21 };
    const film = new FilmWriter(ffmpeg!, path, size, '30000/1001');
    for (let k = 0; k < 8; k++) await film.add(createPicture(35, 21, [30 * k, 100, 50]).rgb);
    expect(existsSync(path)).toBe(false);
    await film.finish();
    expect(readFileSync(path).subarray(4, 8).toString()).toBe('ftyp');
    const broken = new FilmWriter(ffmpeg!, join(folder, 'broken.mp4'), size, 'nonsense');
    await expect(
      broken.add(createPicture(35, 21, [0, 0, 0]).rgb).then(() => broken.finish()),
    ).rejects.toThrow(/ffmpeg could not make .*broken\.mp4/);
    expect(readdirSync(folder).filter((name) => name.includes('partial') || name === 'broken.mp4')).toEqual(
      [],
    );
  },
);
