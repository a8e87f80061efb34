import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { type PictureJob, renderPictures } from '../../src/node/browser/render-pictures.ts';
import { findBuiltPage } from '../../src/node/built-page.ts';
import { browserNote, findTestBrowser } from '../../src/testing/browser.ts';

const browser = findTestBrowser();
const browserTest = test.skipIf(!browser);
let page = '';
const scenes = fileURLToPath(new URL('../../scenes', import.meta.url));

beforeAll(async () => {
  if (browser) page = await findBuiltPage();
});

const [width, height] = [640, 360];

/** Returns a job for the scene beach-run at 1.2 s, at its last print. */
function beachRun(changes: Partial<PictureJob> = {}): PictureJob {
  const scene = JSON.parse(readFileSync(`${scenes}/beach-run/scene.json`, 'utf8')) as PictureJob['scene'];
  const mannequin = new Uint8Array(readFileSync(`${scenes}/assets/mannequin.glb`));
  return {
    name: 'beach-run',
    scene,
    files: new Map([['../assets/mannequin.glb', mannequin]]),
    times: [1.2],
    width,
    height,
    samples: 1,
    camera: 'close',
    backend: 'webgl',
    software: true,
    ...changes,
  };
}

async function draw(job: PictureJob): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  await renderPictures(job, {
    browser: browser!,
    page,
    picture(index, rgb) {
      pictures[index] = rgb;
    },
    warning(message) {
      throw new Error(message);
    },
  });
  return pictures;
}

/** Returns the brightness, 0..255, of squares of 8 pixels within a part of the picture, ascending. */
function squares(rgb: Uint8Array, x0: number, y0: number, x1: number, y1: number): number[] {
  const found: number[] = [];
  for (let y = y0; y + 8 <= y1; y += 8) {
    for (let x = x0; x + 8 <= x1; x += 8) {
      let sum = 0;
      for (let row = y; row < y + 8; row++) {
        for (let k = 3 * (row * width + x); k < 3 * (row * width + x + 8); k++) sum += rgb[k];
      }
      found.push(sum / (3 * 64));
    }
  }
  return found.sort((a, b) => a - b);
}

/** Expects that the last print lies in the middle of the picture, and that its corners show level sand. */
function expectPrint(picture: Uint8Array): void {
  const sand = squares(picture, 0, 0, 160, 72);
  const level = sand[sand.length >> 1];
  expect(level).toBeGreaterThan(90);
  expect(level).toBeLessThan(235);
  const print = squares(picture, 160, 72, 480, 288);
  expect(print[0]).toBeLessThan(0.6 * level);
  expect(print.at(-1)).toBeGreaterThan(1.04 * level);
  // Only the inside of the print is dark.
  expect(sand[0]).toBeGreaterThan(0.8 * level);
}

let drawnByWebgl: Uint8Array | null = null;

browserTest(
  `beach-run with WebGL 2: its last print is dark inside with a bright edge, and two renders give the same bytes${browserNote}`,
  async () => {
    const [picture] = await draw(beachRun());
    expectPrint(picture);
    const [again] = await draw(beachRun());
    expect(Buffer.compare(picture, again)).toBe(0);
    drawnByWebgl = picture;
  },
);

browserTest(
  `beach-run with WebGPU, read from a render target: the same picture as with WebGL 2${browserNote}`,
  async () => {
    const [picture] = await draw(beachRun({ backend: 'webgpu' }));
    expectPrint(picture);
    const expected = drawnByWebgl ?? (await draw(beachRun()))[0];
    let difference = 0;
    for (let k = 0; k < picture.length; k++) difference += Math.abs(picture[k] - expected[k]);
    expect(difference / picture.length).toBeLessThan(4);
  },
);

browserTest(`motion blur changes what moves, not what stays${browserNote}`, async () => {
  const [columns, rows] = [160, 90];
  // The runner crosses the middle of the picture.
  const job = beachRun({ camera: [-1.2, 0.9, 7, -1.2, 0.9, 0], width: columns, height: rows });
  const [sharp] = await draw(job);
  const [blurred] = await draw({ ...job, shutter: { open: 1 / 30, samples: 4, start: 0 } });
  const difference = (x0: number, x1: number) => {
    let sum = 0;
    for (let y = 0; y < rows; y++) {
      for (let k = 3 * (y * columns + x0); k < 3 * (y * columns + x1); k++)
        sum += Math.abs(sharp[k] - blurred[k]);
    }
    return sum / (3 * rows * (x1 - x0));
  };
  expect(difference(60, 100)).toBeGreaterThan(4 * difference(0, 40));
});
