import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePng, encodePng8 } from '../src/files/index.ts';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
import { comparePictures, cropPicture, type Picture, shrinkPicture } from './testing/compare-pictures.ts';
import {
  dropFile,
  openStudioBench,
  pauseAt,
  type StudioBench,
  type StudioWindow,
  until,
  waitForDocument,
} from './testing/open-studio.ts';
import { smallLawn } from './testing/small-lawn.ts';

/**
 * Compares the look of the page with stored pictures: a mannequin that was dropped, at a fixed tick. Pictures are shrunk before they are
 * stored and compared. To renew the stored pictures, run the following, look at the new ones, and commit: AFTERMOTION_KEEP_PICTURES=1 npx
 * vitest run studio/page-looks
 */
const mayKeep = process.env.AFTERMOTION_KEEP_PICTURES === '1';
/** On the same machine there are no differences. On other machines, fonts and edges differ: see `PictureDifference`. */
const tolerance = { mean: 3, visibleFraction: 0.03, worstSquare: 60 };
/** A stricter limit for areas without text, so that a missing print is detected. */
const strict = { mean: 3, visibleFraction: 0.01, worstSquare: 25 };

const browserTest = test.skipIf(!findTestBrowser());
const mannequin = new Uint8Array(readFileSync(new URL('../scenes/assets/mannequin.glb', import.meta.url)));
/** Ticks of 1/60 s: after three prints. */
const tick = 66;

let bench: StudioBench;
let page: Page;
const defects: string[] = [];

beforeAll(async () => {
  if (!findTestBrowser()) return;
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 980, height: 480 } });
  page.on('pageerror', (error) => defects.push(error.message));
  // WebGPU's picture is read instead of shown, because browsers without a window cannot show it.
  await page.goto(`${bench.server.address}?unseen#character=mannequin.glb&time.end=1.5`);
  await waitForDocument(page);
  await dropFile(page, 'mannequin.glb', mannequin);
  await until('it is dropped', () =>
    page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio?.document?.origin.kind === 'dropped'),
  );
}, 180_000);
afterAll(() => bench?.close());

/**
 * The size and the colours of the page, the factor by which its stored picture is shrunk, and the area in which nothing covers the picture.
 */
interface Look {
  readonly name: string;
  readonly size: readonly [number, number];
  readonly colorScheme: 'light' | 'dark';
  readonly shrinking: number;
  readonly open?: readonly [number, number, number, number];
}

const looks: readonly Look[] = [
  { name: 'light', size: [1280, 720], colorScheme: 'light', shrinking: 3, open: [0, 24, 309, 214] },
  { name: 'dark', size: [1280, 720], colorScheme: 'dark', shrinking: 3, open: [0, 24, 309, 214] },
  { name: 'phone', size: [390, 844], colorScheme: 'light', shrinking: 2, open: [0, 34, 195, 288] },
];

/** A lawn with its panel. */
const lawnLooks: readonly Look[] = [
  { name: 'fur', size: [980, 480], colorScheme: 'light', shrinking: 3 },
  { name: 'fur-dark', size: [980, 480], colorScheme: 'dark', shrinking: 3 },
  { name: 'fur-phone', size: [390, 844], colorScheme: 'light', shrinking: 2 },
];

async function expectLook({ name, size, colorScheme, shrinking, open }: Look, at: number): Promise<void> {
  const [width, height] = size;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await pauseAt(page, at);
  const screenshot = decodePng(await page.screenshot());
  const drawn = shrinkPicture(screenshot, screenshot.channels, shrinking);
  const file = fileURLToPath(new URL(`./testing/kept/page-${name}.png`, import.meta.url));
  if (mayKeep) writeFileSync(file, encodePicture(drawn));
  const kept = decodePng(readFileSync(file));
  expectAlike(drawn, kept, tolerance, name);
  if (open) expectAlike(cropPicture(drawn, open), cropPicture(kept, open), strict, name);
}

browserTest(
  `the page looks like the stored pictures: light, dark, on a phone, within a mean of 3 of 255${browserNote}`,
  async () => {
    for (const look of looks) await expectLook(look, tick);
  },
  180_000,
);

browserTest(
  `WebGPU continues in the middle of a run and draws the same picture as WebGL 2${browserNote}`,
  async () => {
    await page.setViewportSize({ width: 980, height: 480 });
    await pauseAt(page, tick);
    const expected = await readStage();
    // After the page had the size of a phone, the picture fits its area again.
    expect([expected.width, expected.height]).toEqual([(980 - 352) / 2, 480 / 2]);
    await page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.pictures.choose('webgpu'));
    await pauseAt(page, tick);
    const drawn = await readStage();
    expect(drawn.renderer).toBe('webgpu');
    expect(expected.renderer).toBe('webgl');
    expectAlike(drawn, expected, strict, 'WebGPU');
    expect(defects).toEqual([]);
  },
  180_000,
);

browserTest(
  `a lawn and its panel look like the stored pictures: light, dark, on a phone${browserNote}`,
  async () => {
    await page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.pictures.choose('webgl'));
    await dropFile(page, 'lawn.json', new TextEncoder().encode(JSON.stringify(smallLawn())));
    await until('the lawn is open', () =>
      page.evaluate(() => {
        const { document: opened, picture } = (globalThis as StudioWindow).aftermotionStudio!;
        return opened?.origin.kind === 'dropped' && opened.origin.file === 'lawn.json' && picture !== null;
      }),
    );
    for (const look of lawnLooks) await expectLook(look, 20);
    expect(defects).toEqual([]);
  },
  180_000,
);

/** Returns the picture of the stage without the page around it. */
async function readStage(): Promise<Picture & { renderer: string }> {
  const { width, height, renderer, base64 } = await page.evaluate(async () => {
    const { client, pictures } = (globalThis as StudioWindow).aftermotionStudio!;
    const { stage } = pictures.picture!;
    stage.drawStill(client.playback.playhead / 60);
    const pixels = await stage.readPixels();
    let text = '';
    for (const value of pixels) text += String.fromCharCode(value);
    const { canvas } = stage;
    return { width: canvas.width, height: canvas.height, renderer: pictures.renderer, base64: btoa(text) };
  });
  return { renderer, ...shrinkPicture({ width, height, data: Buffer.from(base64, 'base64') }, 4, 2) };
}

function expectAlike(drawn: Picture, expected: Picture, limits: typeof tolerance, name: string): void {
  const { mean, visibleFraction, worstSquare } = comparePictures(drawn, expected);
  expect(mean, name).toBeLessThan(limits.mean);
  expect(visibleFraction, name).toBeLessThan(limits.visibleFraction);
  const { x, y } = worstSquare;
  expect(worstSquare.mean, `${name}: square at ${x}, ${y}`).toBeLessThan(limits.worstSquare);
}

/** Encodes a picture in steps of 4 of 255. This needs half of the bytes, and the error is far within the tolerance. */
function encodePicture({ width, height, data }: Picture): Uint8Array {
  const coarse = Uint8Array.from(data, (value) => Math.min(255, 4 * Math.round(value / 4)));
  return encodePng8(coarse, width, height, 3);
}
