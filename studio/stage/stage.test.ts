import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../src/testing/browser.ts';
import { type ServedPage, serveTestPage } from '../../src/testing/serve-page.ts';
import type { StagePage } from './testing/stage-page.ts';

const browserTest = test.skipIf(!findTestBrowser());
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const scene = JSON.parse(readFileSync(here('../../scenes/beach-run/scene.json'), 'utf8')) as object;
const character = readFileSync(here('../../scenes/assets/mannequin.glb')).toString('base64');

let served: ServedPage | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (!findTestBrowser()) return;
  served = await serveTestPage(here('testing/stage-page.html'));
  page = await served.browser.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(served.address);
  await page.waitForFunction('globalThis.stagePage !== undefined');
});
afterAll(() => served?.close());

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
  `shapes move the vertices of an actor, which is unchanged after they are removed${browserNote}`,
  async () => {
    const { bent, restored } = await page.evaluate(() => (globalThis as StageWindow).stagePage.bend(0.3));
    expect(bent).toBeGreaterThan(0.5);
    expect(restored).toBe(0);
  },
);

browserTest(
  `scenes that were shown and removed leave nothing on the graphics card${browserNote}`,
  async () => {
    const snow = {
      ...scene,
      systems: [{ system: 'ground', name: 'field', material: 'snow', cell: 0.02, size: [11, 2] }],
    };
    const first = await look();
    await show(snow, 0.3);
    await show(scene, 1.2);
    expect(await look()).toEqual(first);
    // A scene without a ground has a floor that is darker than the haze.
    const { above, below } = await page.evaluate(() =>
      (globalThis as StageWindow).stagePage.lookWithoutGround(),
    );
    expect(below).toBeGreaterThan(40);
    expect(below).toBeLessThan(above - 10);
    await page.evaluate(() => (globalThis as StageWindow).stagePage.dispose());
    expect(errors).toEqual([]);
  },
);
