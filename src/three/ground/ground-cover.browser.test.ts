import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { casesOf } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { Covered, GroundPage, RendererKind } from './testing/ground-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Timeout, ms: renderers compile their shaders on a CPU that other programs use too. */
const patience = 240_000;
let served: ServedPage | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (!findTestBrowser()) return;
  served = await serveTestPage(fileURLToPath(new URL('testing/ground-page.html', import.meta.url)));
  page = await served.browser.newPage();
  watchErrors(page, errors);
  await page.goto(served.address);
}, patience);
afterAll(() => served?.close());

const draw = (kind: RendererKind, covered: Covered) =>
  page.evaluate(
    ([kind, covered]) =>
      (globalThis as typeof globalThis & { groundPage: GroundPage }).groundPage.draw(kind, covered),
    [kind, covered] as const,
  );

browserTest(
  `wet ground is darker, stones are gray, dry sand beside them is as ever, with every renderer${browserNote}`,
  { timeout: patience },
  async () => {
    const first = new Map<Covered, number[]>();
    // WebGPURenderer uses the same nodes on both back ends.
    for (const kind of casesOf(
      ['classic', 'deferred', 'webgl', 'webgpu'] as const,
      (kind) => kind !== 'webgl',
    )) {
      const [dry, dryRight] = await draw(kind, 'dry');
      expect(errors).toEqual([]);
      expect(dry[0]).toBeGreaterThan(20);
      for (let c = 0; c < 3; c++) expect(Math.abs(dry[c] - dryRight[c])).toBeLessThan(4);
      const [wet, besideWet] = await draw(kind, 'wet');
      const [stony, besideStones] = await draw(kind, 'stony');
      for (let c = 0; c < 3; c++) {
        expect(wet[c]).toBeLessThan(0.9 * dry[c]);
        expect(besideWet[c]).toBeCloseTo(dryRight[c], 0);
        expect(besideStones[c]).toBeCloseTo(dryRight[c], 0);
      }
      // Sand is yellow, so red is much larger than blue.
      expect(dry[0] / dry[2]).toBeGreaterThan(1.3);
      expect(stony[0] / stony[2]).toBeLessThan(1.25);
      for (const [covered, picture] of [
        ['dry', dry],
        ['wet', wet],
        ['stony', stony],
      ] as const) {
        const same = first.get(covered) ?? picture;
        first.set(covered, same);
        for (let c = 0; c < 3; c++) expect(Math.abs(picture[c] - same[c])).toBeLessThan(3);
      }
      expect(errors).toEqual([]);
    }
  },
);
