import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { CrowdPage } from './testing/crowd-page.ts';

const isSkipped = !findTestBrowser() || !isLong;
/** SwiftShader compiles the shaders on a CPU that other programs use too. */
const patience = 900_000;
let served: ServedPage | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (isSkipped) return;
  served = await serveTestPage(fileURLToPath(new URL('testing/crowd-page.html', import.meta.url)));
  page = await served.browser.newPage();
  watchErrors(page, errors);
  await page.goto(served.address);
}, patience);
afterAll(() => served?.close());

const draw = (backend: 'cpu' | 'webgpu') =>
  page.evaluate(
    (backend) => (globalThis as typeof globalThis & { crowdPage: CrowdPage }).crowdPage.draw(backend),
    backend,
  );

test.skipIf(isSkipped)(
  `WebGPURenderer draws a crowd from its own card, which looks like that of the CPU${browserNote}`,
  { timeout: patience },
  async () => {
    const cpu = await draw('cpu');
    const card = await draw('webgpu');
    expect(errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [] });
    expect(cpu.backend).toBe('cpu');
    // Without the card, a row of an instance is its pose and its amplitudes.
    expect(cpu.uploadedBytes - card.uploadedBytes).toBe(4 * 5 * 25);
    const largest = Math.max(...cpu.amplitudes.map(Math.abs));
    expect(largest).toBeGreaterThan(0.05);
    expect(card.amplitudesBefore).not.toEqual(card.amplitudes);
    card.amplitudes.forEach((amplitude, k) => {
      expect(Math.abs(amplitude - cpu.amplitudes[k])).toBeLessThan(1e-5 * largest);
    });
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 2).length).toBeLessThan(1e-3 * differences.length);
    expect(new Set(cpu.pixels).size).toBeGreaterThan(60);
  },
);
