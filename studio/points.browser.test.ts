import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
import {
  dropFile,
  openStudioBench,
  pauseAt,
  type StudioBench,
  type StudioWindow,
  until,
  waitForDocument,
} from './testing/open-studio.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Maximum time, ms. It is long because the page is built first. */
const patience = 240_000;

let bench: StudioBench | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (!findTestBrowser()) return;
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 900, height: 520 } });
  page.on('pageerror', (error) => errors.push(error.message));
  // A small scene, since others are opened at once.
  await page.goto(`${bench.server.address}#scene=square-to-triangle&time.end=0.2`);
  await waitForDocument(page);
}, patience);
afterAll(() => bench?.close());

/** Sparks that rise on the left and form a bar on the right from 1 s on. */
function createScene(look: string) {
  return {
    version: 1,
    seed: 4,
    time: { start: 0, end: 1.5, fps: 30 },
    systems: [
      {
        system: 'particles',
        name: 'sparks',
        look,
        size: 0.06,
        opacity: 0.8,
        shapes: [
          { shape: 'ball', name: 'fire', radius: 0.15, position: [-1, 0.2, 0] },
          { shape: 'box', name: 'bar', size: [0.4, 0.8, 0.1], position: [1, 0.6, 0] },
        ],
        sources: [{ from: 'fire', count: 400 }],
        forces: [{ force: 'turbulence' }],
        keys: [{ to: ['bar'], start: 0.2, end: 1, hold: 0.5 }],
      },
    ],
  };
}

/** Returns the mean brightness, 0..255, of the left and of the right half of the current picture. */
async function halves(tick: number): Promise<{ left: number; right: number; view: string }> {
  await pauseAt(page, tick);
  return page.evaluate(async (at) => {
    const { stage } = (globalThis as StudioWindow).aftermotionStudio!.picture!;
    stage.drawStill(at / 60);
    const pixels = await stage.readPixels();
    const { width } = stage.canvas;
    const sums = [0, 0];
    for (let k = 0; k < pixels.length; k += 4) {
      sums[(k / 4) % width < width / 2 ? 0 : 1] += pixels[k] / (pixels.length / 8);
    }
    return { left: sums[0], right: sums[1], view: stage.view };
  }, tick);
}

browserTest(
  `a scene with only particles is completely visible, forward and backward${browserNote}`,
  { timeout: patience },
  async () => {
    for (const look of ['ember', 'smoke']) {
      const file = `${look}.json`;
      await dropFile(page, file, new TextEncoder().encode(JSON.stringify(createScene(look))));
      await until('the scene is open', () =>
        page.evaluate((name) => {
          const origin = (globalThis as StudioWindow).aftermotionStudio?.document?.origin;
          return origin?.kind === 'dropped' && origin.file === name;
        }, file),
      );
      const begin = await halves(0);
      expect(begin.view).toBe('front');
      const end = await halves(75);
      const again = await halves(0);
      expect(errors).toEqual([]);
      // The other half is dark.
      expect(begin.left).toBeGreaterThan(begin.right + 0.5);
      expect(end.right).toBeGreaterThan(end.left + 0.5);
      expect(again).toEqual(begin);
    }
  },
);
