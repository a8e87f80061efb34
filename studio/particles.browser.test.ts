import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import howdy from '../scenes/howdy/scene.json' with { type: 'json' };
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
import { watchErrors } from '../src/testing/watch-errors.ts';
import { bakeDownload } from './testing/bake-download.ts';
import {
  openStudioBench,
  pauseAt,
  readStudio,
  type StudioBench,
  type StudioWindow,
  until,
  waitForDocument,
} from './testing/open-studio.ts';

const browserTest = test.skipIf(!findTestBrowser());
const workshop = mkdtempSync(join(tmpdir(), 'aftermotion-particles-test-'));
const defects: string[] = [];
let bench: StudioBench;
let page: Page;

beforeAll(async () => {
  if (!findTestBrowser()) return;
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 980, height: 560 } });
  page.setDefaultTimeout(20_000);
  watchErrors(page, defects);
  // The scene has fewer particles and a short duration, so that the test is fast.
  const sources = JSON.stringify([{ from: 'ball', name: 'ball', count: 600 }]);
  const outputs = JSON.stringify(['pointsPly']);
  // The word is held long enough to drag the end of the hold.
  const [word, fade] = howdy.systems[0].keys;
  const keys = JSON.stringify([{ ...word, hold: 0.9 }, fade]);
  const lists = { 'systems.0.sources': sources, 'systems.0.keys': keys, outputs };
  const settings = Object.entries(lists).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  await page.goto(`${bench.server.address}#scene=howdy&${settings.join('&')}&time.fps=12`);
  await waitForDocument(page);
}, 120_000);

afterAll(async () => {
  await bench?.close();
  rmSync(workshop, { recursive: true, force: true });
});

/** Returns the state of the page that concerns particles. */
function readParticles() {
  return page.evaluate(() => {
    const { client, particles } = (globalThis as StudioWindow).aftermotionStudio!;
    const { keyStates, paths } = particles.settings;
    return {
      keys: keyStates.get('smoke')?.keys ?? [],
      paths: paths.kind,
      isBusy: client.preparing !== null || client.catchingUp !== null,
    };
  });
}

/** Returns the keys of the scene, as data. */
async function readKeys(): Promise<Record<string, unknown>[]> {
  return (await readStudio(page)).scene.systems[0].keys as Record<string, unknown>[];
}

function gripOf(label: string) {
  return page.getByRole('slider', { name: label, exact: true });
}

/** Drags a grip by a fraction of the timeline's width. */
async function drag(label: string, fraction: number, drop = true): Promise<void> {
  const grip = (await gripOf(label).boundingBox())!;
  const lane = (await page.locator('.lane').first().boundingBox())!;
  // A bar as a whole is dragged near its middle, away from the grips at its ends.
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 0.5 * fraction * lane.width, y, { steps: 3 });
  await page.mouse.move(x + fraction * lane.width, y, { steps: 3 });
  if (drop) await page.mouse.up();
}

browserTest(
  `another text is typed, and all particles form it${browserNote}`,
  async () => {
    await pauseAt(page, 150);
    const before = await readPicture();
    const { run } = await readStudio(page);
    await page.getByLabel('Text to form').fill('Hi');
    await until('a new run', async () => (await readStudio(page)).run > run);
    expect((await readStudio(page)).scene.systems[0].shapes).toMatchObject([{}, { text: 'Hi' }]);
    await pauseAt(page, 150);
    expect(await readPicture()).not.toBe(before);
    await until('all have arrived', async () => {
      const [{ name, count, arrived, maxPositionError }] = (await readParticles()).keys;
      return name === 'Howdy' && count === 558 && arrived === count && maxPositionError < 1e-6;
    });
    const row = page.locator('.arrivals tbody tr').first();
    await until('the panel shows it', async () => (await row.textContent())!.includes('558 of 558'));
  },
  120_000,
);

browserTest(
  `a key snaps to frames when its ends or the whole bar are dragged, and arrow keys move it${browserNote}`,
  async () => {
    // The keys are snapped to frames: 12 per second over 4.5 s.
    await drag('End of Howdy', -0.4 / 4.5);
    const [first] = await readKeys();
    expect(first).toMatchObject({ start: 0.5, hold: 0.9 });
    expect(first.end).toBeCloseTo(23 / 12, 5);
    await gripOf('Start of Howdy').press('ArrowRight');
    expect((await readKeys())[0].start).toBeCloseTo(7 / 12, 5);
    await drag('End of the hold of Howdy', -0.3 / 4.5);
    const [{ hold }] = await readKeys();
    expect(Number(hold)).toBeGreaterThan(0.4);
    expect(Number(hold)).toBeLessThan(0.8);
    await drag('Time of fade', -0.5 / 4.5);
    const [, fade] = await readKeys();
    expect(fade.start).toBeCloseTo(34 / 12, 5);
    expect(fade.end).toBeCloseTo(34 / 12 + 1.2, 5);
    expect(await gripOf('Time of fade').getAttribute('aria-valuetext')).toBe('2.83 – 4.03 s');
  },
  120_000,
);

browserTest(
  `a key that is dragged onto another of the same particles is shown in red, and Escape undoes it${browserNote}`,
  async () => {
    await page.locator('summary', { hasText: /^Keys/ }).click();
    await page.locator('[data-add=keys]').click();
    await until('a third key', async () => (await readKeys()).length === 3);
    const [, , added] = await readKeys();
    expect(added).toMatchObject({ name: 'howdy', to: ['howdy'] });
    expect(await page.locator('.key-fault').isVisible()).toBe(false);
    await drag('Time of howdy', -2 / 4.5, false);
    expect(await page.locator('.key-fault').textContent()).toMatch(/"howdy" .* and "Howdy" .* overlap/);
    expect(await page.locator('.bar.faulty').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('.key-fault').isVisible()).toBe(false);
    expect((await readKeys())[2]).toEqual(added);
    // An arrow key moves the bar at once, and the focus stays.
    const time = gripOf('Time of howdy');
    for (let k = 0; k < 3; k++) await time.press('Shift+ArrowLeft');
    expect((await readKeys())[2]).not.toEqual(added);
    await until('the fault is shown', () => page.locator('.key-fault').isVisible());
    await new Promise((done) => setTimeout(done, 400));
    expect(await page.locator('.problem').isVisible()).toBe(false);
    expect(await time.evaluate((grip) => grip === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Remove key howdy', exact: true }).click();
    expect(await readKeys()).toHaveLength(2);
    expect(await page.locator('.problem').isVisible()).toBe(false);
  },
  120_000,
);

browserTest(
  `paths are drawn in the picture, which is unchanged after they are removed${browserNote}`,
  async () => {
    await pauseAt(page, 40);
    const before = await readPicture();
    const toggle = page.getByRole('button', { name: 'Paths' });
    await toggle.click();
    await until('paths', async () => (await readParticles()).paths === 'shown');
    expect(await readPicture()).not.toBe(before);
    expect(await page.locator('.paths-legend').textContent()).toMatch(/^0 – [\d.]+ m\/s$/);
    await toggle.click();
    expect(await readPicture()).toBe(before);
  },
  120_000,
);

browserTest(
  `a drawing that is dropped on a shape replaces it, and the bake of the download ends in the same state${browserNote}`,
  async () => {
    await page.locator('summary', { hasText: /^Shapes/ }).click();
    await page.locator('[data-entry="systems.0.shapes.1"] .entry-toggle').click();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z M1 1v2h2V1z"/></svg>';
    await page.locator('[data-entry="systems.0.shapes.1"] [data-takes-files]').evaluate((card, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'frame.svg'));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        card.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    }, svg);
    await until('the drawing', async () =>
      JSON.stringify((await readStudio(page)).scene.systems[0].shapes).includes('frame.svg'),
    );
    expect(await page.locator('.drop-veil').isVisible()).toBe(false);
    expect((await readStudio(page)).scene.systems[0].shapes).toMatchObject([
      { shape: 'ball' },
      { shape: 'drawing', name: 'howdy', file: 'frame.svg', height: 0.95, depth: 0.1 },
    ]);
    const { shown, baked } = await bakeDownload(page, join(workshop, 'download'));
    expect(baked).toEqual(shown);
    expect(shown).toHaveLength(1);
    expect(defects).toEqual([]);
  },
  240_000,
);

/** Returns a hash of the pixels of the current picture. */
function readPicture(): Promise<string> {
  return page.evaluate(async () => {
    const { client, picture } = (globalThis as StudioWindow).aftermotionStudio!;
    picture!.stage.drawStill(client.playback.playhead / 60);
    const pixels = await picture!.stage.readPixels();
    let hash = 0;
    for (const value of pixels) hash = (Math.imul(hash, 31) + value) | 0;
    return String(hash);
  });
}
