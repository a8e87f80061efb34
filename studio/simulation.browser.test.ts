import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
import { watchErrors } from '../src/testing/watch-errors.ts';
import {
  lowestShown,
  openStudioBench,
  type StudioBench,
  type StudioWindow,
  until,
  waitForDocument,
} from './testing/open-studio.ts';

const isSkipped = !findTestBrowser() || !isLong;
/** SwiftShader compiles the shaders on a CPU that other programs use too. */
const patience = 900_000;
let bench: StudioBench;
let page: Page;
const defects: string[] = [];

beforeAll(async () => {
  if (isSkipped) return;
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 1280, height: 800 } });
  watchErrors(page, defects);
}, patience);
afterAll(() => bench?.close());

const backends = () => page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.client.backends);
const choose = (label: string) =>
  page.locator('fieldset', { hasText: 'Simulated on' }).locator('label', { hasText: label }).click();

test.skipIf(isSkipped)(
  `the page shows where it simulates, and changes it during a run${browserNote}`,
  { timeout: patience },
  async () => {
    await page.goto(bench.server.address);
    await waitForDocument(page);
    await until('the run is open', async () => (await backends()).length > 0, 300);
    await until('a reason', async () => Boolean((await backends())[0].reason?.includes('processor')), 300);
    const summary = page.locator('summary', { hasText: 'Simulation' });
    expect(await summary.textContent()).toBe('Simulationon the CPU');
    expect(await summary.getAttribute('title')).toBe(
      'beach: CPU, since WebGPU is computed by the processor here, not by a graphics card',
    );
    await summary.click();
    await page.evaluate(() => {
      const { playback } = (globalThis as StudioWindow).aftermotionStudio!.client;
      playback.speed = 0.01;
    });
    await choose('WebGPU');
    await page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.client.seek(0));
    await until('the card', async () => (await backends())[0].backend === 'webgpu', 600);
    expect(await summary.textContent()).toBe('Simulationon the graphics card');
    expect(await page.locator('.backends').textContent()).toMatch(/^beach: graphics card \(.+\)$/);
    await choose('CPU');
    await until('the CPU', async () => (await backends())[0].reason === 'the CPU was chosen', 300);
    expect(await summary.textContent()).toBe('Simulationon the CPU');
    await page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.client.seek(60));
    await until('prints', async () => (await lowestShown(page, [-0.5, -0.5, 0.5, 2])) < -0.015, 300);
    // The choice is kept.
    await page.reload();
    await waitForDocument(page);
    await until('the choice', async () => (await backends())[0]?.reason === 'the CPU was chosen', 300);
    expect(defects).toEqual([]);
  },
);
