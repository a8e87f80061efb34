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
  `WebGPURenderer draws particles from its own card, which look like those of the CPU${browserNote}`,
  { timeout: patience },
  async () => {
    const cpu = await draw('cpu');
    const card = await draw('webgpu');
    expect(errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [], uploadedBytes: 0 });
    expect(cpu.uploadedBytes).toBeGreaterThan(0);
    // Some are held in the box, some have died.
    expect(card.positions.length).toBe(cpu.positions.length);
    expect(card.positions.length / 3).toBeLessThan(300);
    const far = Math.max(...card.positions.map((value, k) => Math.abs(value - cpu.positions[k])));
    expect(far).toBeLessThan(1e-4);
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 4).length).toBeLessThan(0.01 * differences.length);
    const lit = cpu.pixels.filter((value, k) => k % 4 < 3 && value > 60);
    expect(lit.length).toBeGreaterThan(500);
  },
);
