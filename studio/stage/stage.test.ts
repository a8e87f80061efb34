import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../../src/testing/browser.ts';
import type { StagePage } from './testing/stage-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
const folder = mkdtempSync(join(tmpdir(), 'aftermotion-stage-'));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const scene = JSON.parse(readFileSync(here('../../scenes/beach-run/scene.json'), 'utf8')) as object;
const character = readFileSync(here('../../scenes/assets/mannequin.glb')).toString('base64');

let browser: Browser | null = null;
let server: PreviewServer | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (!findTestBrowser()) return;
  const outDir = join(folder, 'page');
  const common = { configFile: false, root: here('testing'), base: './', logLevel: 'error' } as const;
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { input: here('testing/stage-page.html') },
    },
  });
  server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  browser = await launchTestBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${server.resolvedUrls!.local[0]}stage-page.html`);
  await page.waitForFunction('globalThis.stagePage !== undefined');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

type StageWindow = typeof globalThis & { stagePage: StagePage };

const show = (given: object, t: number) =>
  page.evaluate(([shown, glb, time]) => (globalThis as StageWindow).stagePage.show(shown, glb, time), [
    given,
    character,
    t,
  ] as const);
const look = () => page.evaluate(() => (globalThis as StageWindow).stagePage.look());

browserTest(`a lost context comes back with the same picture${browserNote}`, async () => {
  await show(scene, 1.2);
  const difference = await page.evaluate(() => (globalThis as StageWindow).stagePage.loseContext());
  expect(difference).toBe(0);
});

browserTest(
  `shapes move an actor's vertices, and leave it as it was when they go${browserNote}`,
  async () => {
    const { bent, restored } = await page.evaluate(() => (globalThis as StageWindow).stagePage.bend(0.3));
    expect(bent).toBeGreaterThan(1);
    expect(restored).toBe(0);
  },
);

browserTest(
  `scenes that were shown and put away leave nothing on the graphics card${browserNote}`,
  async () => {
    const snow = {
      ...scene,
      systems: [{ system: 'ground', name: 'field', material: 'snow', cell: 0.02, size: [11, 2] }],
    };
    const first = await look();
    await show(snow, 0.3);
    await show(scene, 1.2);
    expect(await look()).toEqual(first);
    // Where a scene has no ground, a floor that is darker than the haze lies below.
    const { above, below } = await page.evaluate(() =>
      (globalThis as StageWindow).stagePage.lookWithoutGround(),
    );
    expect(below).toBeGreaterThan(40);
    expect(below).toBeLessThan(above - 10);
    await page.evaluate(() => (globalThis as StageWindow).stagePage.dispose());
    expect(errors).toEqual([]);
  },
);
