import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { FleshPage, RendererKind } from './testing/flesh-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Timeout, ms: three renderers compile their shaders on a CPU that other programs use too. */
const patience = 180_000;
const file = fileURLToPath(new URL('testing/flesh-page.html', import.meta.url));

let served: ServedPage | null = null;

beforeAll(async () => {
  if (findTestBrowser()) served = await serveTestPage(file);
}, patience);
afterAll(() => served?.close());

type FleshWindow = typeof globalThis & { fleshPage: FleshPage };

for (const kind of ['classic', 'webgl', 'webgpu'] as RendererKind[]) {
  describe(kind, { timeout: patience }, () => {
    let page: Page;
    const errors: string[] = [];
    beforeAll(async () => {
      if (!served) return;
      page = await served.browser.newPage();
      watchErrors(page, errors);
      await page.goto(served.address);
      await page.evaluate((wanted) => (globalThis as FleshWindow).fleshPage.start(wanted), kind);
    }, patience);

    browserTest(`vertices are where plain sums put them${browserNote}`, async () => {
      for (const isRelative of [true, false]) {
        const found = await page.evaluate(
          (relative) => (globalThis as FleshWindow).fleshPage.probe(relative),
          isRelative,
        );
        expect(errors).toEqual([]);
        expect(found.moved).toBeGreaterThan(0.3);
        expect(found.position).toBeLessThan(2e-6);
        expect(found.normal).toBeLessThan(5e-6);
        expect(found.tangent).toBeLessThan(5e-6);
      }
    });

    // WebGPURenderer uses the same nodes on both back ends, so the rest is tested with WebGPU only.
    if (kind === 'webgl' && !isLong) return;

    browserTest(`pictures are those of three's own morph targets${browserNote}`, async () => {
      const { mean, max, moved } = await page.evaluate(() => (globalThis as FleshWindow).fleshPage.compare());
      expect(errors).toEqual([]);
      expect(moved).toBeGreaterThan(3);
      expect(mean).toBeLessThan(0.02);
      expect(max).toBeLessThan(40);
    });

    if (kind === 'webgl') return;

    browserTest(`a crowd looks like as many characters${browserNote}`, async () => {
      const { mean, max, moved, bytes, culled } = await page.evaluate(() =>
        (globalThis as FleshWindow).fleshPage.crowd(),
      );
      expect(errors).toEqual([]);
      expect(moved).toBeGreaterThan(0.5);
      expect(mean).toBeLessThan(0.02);
      expect(max).toBeLessThan(40);
      // Four instances, each with a pose and four amplitudes.
      expect(bytes).toBe(4 * 5 * 4);
      expect(culled).toBe(0);
    });

    // After a lost context, the other renderers either restore everything themselves, or lose the device with all its contents.
    if (kind === 'classic') {
      browserTest(`a lost context comes back with the shapes${browserNote}`, async () => {
        const { lost, moved } = await page.evaluate(() =>
          (globalThis as FleshWindow).fleshPage.loseContext(),
        );
        expect(errors).toEqual([]);
        expect(lost).toBe(0);
        expect(moved).toBeGreaterThan(1);
      });
    }

    browserTest(`bindings that come and go leave nothing behind${browserNote}`, async () => {
      const counts = await page.evaluate(() => (globalThis as FleshWindow).fleshPage.comeAndGo());
      expect(errors).toEqual([]);
      expect(counts[1].textures).toBeGreaterThan(counts[0].textures);
      for (let k = 2; k < counts.length; k += 2) expect(counts[k]).toEqual(counts[0]);
    });
  });
}
