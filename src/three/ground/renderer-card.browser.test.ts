import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { CardPage } from './testing/card-page.ts';

const isSkipped = !findTestBrowser() || !isLong;
/** SwiftShader compiles the shaders on a CPU that other programs use too. */
const patience = 900_000;
let served: ServedPage | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (isSkipped) return;
  served = await serveTestPage(fileURLToPath(new URL('testing/card-page.html', import.meta.url)));
  page = await served.browser.newPage();
  watchErrors(page, errors);
  await page.goto(served.address);
}, patience);
afterAll(() => served?.close());

const draw = (backend: 'cpu' | 'webgpu') =>
  page.evaluate(
    (backend) => (globalThis as typeof globalThis & { cardPage: CardPage }).cardPage.draw(backend),
    backend,
  );

test.skipIf(isSkipped)(
  `WebGPURenderer draws a ground from its own card, which looks like that of the CPU${browserNote}`,
  { timeout: patience },
  async () => {
    const cpu = await draw('cpu');
    const card = await draw('webgpu');
    expect(errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [], uploadedBytes: 0 });
    expect(cpu.uploadedBytes).toBeGreaterThan(0);
    expect(Math.max(...cpu.heights) - Math.min(...cpu.heights)).toBeGreaterThan(0.03);
    // The lowest bit is not drawn in touched tiles, of which the card has more.
    card.heights.forEach((height, k) => {
      expect(Math.abs(height - cpu.heights[k])).toBeLessThan(1.01 * 2 ** -20);
    });
    expect(card.heightsBefore).not.toEqual(cpu.heights);
    // Around the print the card draws more tiles with all their columns than the CPU.
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 2).length).toBeLessThan(0.01 * differences.length);
    const spread = Math.max(...cpu.pixels) - Math.min(...cpu.pixels.filter((_, k) => k % 4 < 3));
    expect(spread).toBeGreaterThan(60);
  },
);
