import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../../testing/browser.ts';
import type { FleshPage, RendererKind } from './testing/flesh-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
/** Three renderers compile their shaders on the processor, beside whatever else it does, ms. */
const patience = 180_000;
const folder = mkdtempSync(join(tmpdir(), 'aftermotion-flesh-'));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let browser: Browser | null = null;
let server: PreviewServer | null = null;

beforeAll(async () => {
  if (!findTestBrowser()) return;
  const common = { configFile: false, root: here('testing'), base: './', logLevel: 'error' } as const;
  await build({
    ...common,
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { input: here('testing/flesh-page.html') },
    },
  });
  server = await preview({ ...common, build: { outDir: folder }, preview: { port: 0, host: '127.0.0.1' } });
  browser = await launchTestBrowser();
}, patience);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

type FleshWindow = typeof globalThis & { fleshPage: FleshPage };

for (const kind of ['classic', 'webgl', 'webgpu'] as RendererKind[]) {
  describe(kind, { timeout: patience }, () => {
    let page: Page;
    const errors: string[] = [];
    beforeAll(async () => {
      if (!browser) return;
      page = await browser.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(`${server!.resolvedUrls!.local[0]}flesh-page.html`);
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

    browserTest(`pictures are those of three's own morph targets${browserNote}`, async () => {
      const { mean, most, moved } = await page.evaluate(() =>
        (globalThis as FleshWindow).fleshPage.compare(),
      );
      expect(errors).toEqual([]);
      expect(moved).toBeGreaterThan(3);
      expect(mean).toBeLessThan(0.02);
      expect(most).toBeLessThan(40);
    });

    // The same nodes as on WebGPU, where the rest is tested.
    if (kind === 'webgl') return;

    browserTest(`a crowd looks like as many characters${browserNote}`, async () => {
      const { mean, most, moved, bytes, culled } = await page.evaluate(() =>
        (globalThis as FleshWindow).fleshPage.crowd(),
      );
      expect(errors).toEqual([]);
      expect(moved).toBeGreaterThan(0.5);
      expect(mean).toBeLessThan(0.02);
      expect(most).toBeLessThan(40);
      // Of four instances: a pose and four amplitudes.
      expect(bytes).toBe(4 * 5 * 4);
      expect(culled).toBe(0);
    });

    // Of the others three takes care as a whole, or the device is gone with all that it held.
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
