import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputKinds } from '../src/index.ts';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';

import { isLong } from '../src/testing/long.ts';
import { sharedPath } from '../src/testing/shared.ts';
import { watchErrors } from '../src/testing/watch-errors.ts';
import { bakeDownload } from './testing/bake-download.ts';
import {
  dropFile,
  lowestShown,
  openStudioBench,
  readStudio,
  type StudioBench,
  type StudioWindow,
  until,
  waitForDocument,
} from './testing/open-studio.ts';

const browserTest = test.skipIf(!findTestBrowser());
const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');
const character = robot ?? fileURLToPath(new URL('../scenes/assets/mannequin.glb', import.meta.url));
const fileName = character.replace(/^.*[\\/]/, '');
/** The area of the first prints, and their minimum depth, metres. */
const area = robot ? ([-0.2, -0.2, 0.2, 0.9] as const) : ([-0.5, -0.5, 0.5, 2] as const);
const depth = robot ? 0.004 : 0.015;

const workshop = mkdtempSync(join(tmpdir(), 'aftermotion-page-test-'));
let bench: StudioBench;

beforeAll(async () => {
  if (findTestBrowser()) bench = await openStudioBench();
}, 120_000);

afterAll(async () => {
  await bench?.close();
  rmSync(workshop, { recursive: true, force: true });
});

/**
 * A user's actions on the page, with each renderer. WebGPU's picture is drawn to a target that can be read and is never shown, because
 * browsers without a window lose the graphics card when they show it.
 */
describe.each([
  ['WebGL 2', ''],
  ['WebGPU', '?renderer=webgpu&unseen'],
])('with %s', (renderer, query) => {
  let page: Page;
  const defects: string[] = [];

  beforeAll(async () => {
    if (!findTestBrowser()) return;
    page = await bench.browser.newPage({ viewport: { width: 980, height: 400 } });
    watchErrors(page, defects);
  });
  afterAll(() => page?.close());

  /** Returns the seconds from a drop until there are prints in a ground that had none in that area. */
  async function dropToPrint(): Promise<number> {
    const { run, groundCount } = await readStudio(page);
    const dropped = performance.now();
    await dropFile(page, fileName, new Uint8Array(readFileSync(character)));
    await until('a run of its own', async () => (await readStudio(page)).run > run);
    // After this, nothing of the previous run is shown. The first prints may already exist.
    await until('a ground of its own', async () => (await readStudio(page)).groundCount > groundCount);
    await until('prints', async () => (await lowestShown(page, area)) < -depth);
    return (performance.now() - dropped) / 1000;
  }

  browserTest(
    `a dropped character leaves prints within ten seconds${browserNote}`,
    async () => {
      const outputs = encodeURIComponent('["groundMesh"]');
      await page.goto(
        `${bench.server.address}${query}#character=${fileName}&time.end=0.8&outputs=${outputs}`,
      );
      await waitForDocument(page);
      const note = page.locator('.note-list .note').first();
      expect(await note.textContent()).toContain('drop that file here');
      const seconds = [await dropToPrint()];
      const { scene, renderer: used } = await readStudio(page);
      expect(used).toBe(query ? 'webgpu' : 'webgl');
      // The setting of the link was applied to the character, and the note was closed.
      expect(scene.time.end).toBe(0.8);
      expect(await note.count()).toBe(0);
      // Other programs on the machine may delay this, so the best of three is used.
      while (Math.min(...seconds) > 10 && seconds.length < 3) seconds.push(await dropToPrint());
      expect(Math.min(...seconds)).toBeLessThan(10);
      expect(defects).toEqual([]);
    },
    240_000,
  );

  // The time after the first picture hardly depends on the renderer, so it is measured only once.
  const onceTest = query === '' || isLong ? browserTest : () => {};
  onceTest(
    `a slider starts the run again with its value${browserNote}`,
    async () => {
      const before = await readStudio(page);
      await page.locator('summary', { hasText: 'Slopes and flow' }).click();
      const slider = page.locator('[data-field=insideSlope] input[type=range]');
      await slider.focus();
      for (let k = 0; k < 5; k++) await page.keyboard.press('ArrowRight');
      await until('a new run', async () => (await readStudio(page)).run > before.run);
      // On a busy machine the presses may arrive one by one. Then each starts a run.
      await until('the run of the last press', () =>
        page.evaluate(() => {
          const app = (globalThis as StudioWindow).aftermotionStudio as unknown as Record<string, unknown>;
          return app.running === app.current;
        }),
      );
      const { scene } = await readStudio(page);
      expect(scene.systems[0].insideSlope).toBeGreaterThan(0.8);
      expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0\.8\d* rad · 48°$/);
    },
    120_000,
  );

  onceTest(
    `a value out of range is refused with the message of the command line${browserNote}`,
    async () => {
      const number = page.locator('[data-field=insideSlope] input[type=number]');
      const { run } = await readStudio(page);
      const kept = await number.inputValue();
      await number.fill('7');
      // Messages of the run do not overwrite text that is being typed.
      await page.evaluate(() =>
        (globalThis as unknown as { aftermotionStudio: { show(): void } }).aftermotionStudio.show(),
      );
      expect(await number.inputValue()).toBe('7');
      expect(await number.evaluate((field) => field.matches(':invalid'))).toBe(true);
      await number.press('Enter');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toContain('systems[0].insideSlope: expected an angle ≤ 90°');
      expect(await alert.textContent()).toContain('got 7');
      expect((await readStudio(page)).run).toBe(run);
      // A run that was started before must not remove the message.
      await until('the run before is there', async () => !(await readStudio(page)).isBusy);
      expect(await alert.isVisible()).toBe(true);
      await number.fill(kept);
      await number.press('Enter');
      await until('a run again', async () => (await readStudio(page)).run > run);
    },
    120_000,
  );

  onceTest(
    `the files of a download are chosen from the table, and the run continues${browserNote}`,
    async () => {
      const before = await readStudio(page);
      const outputs = async () => (await readStudio(page)).scene.outputs;
      const chosen = await outputs();
      await page.locator('#files > summary').click();
      // What the systems of the scene do not show is not offered.
      expect(await page.locator('[data-output=furCards]').isVisible()).toBe(false);
      const texture = page.locator('[data-output=groundVat]');
      expect(await texture.textContent()).toContain(outputKinds.groundVat.description.slice(1));
      await texture.locator('input').check();
      expect(await outputs()).toEqual(expect.arrayContaining(['groundMesh', 'groundVat']));
      await texture.locator('input').uncheck();
      expect(await outputs()).toEqual(chosen);
      await page.locator('#files > summary').click();
      expect((await readStudio(page)).run).toBe(before.run);
    },
    120_000,
  );

  onceTest(
    `no text of the panel is cut off or runs over, also with keys over time${browserNote}`,
    async () => {
      const keyed = page.locator('[data-keys=insideSlope]');
      await keyed.click();
      const folds = page.locator('details:not([open]) > summary');
      while (await folds.count())
        await folds.first().evaluate((summary) => summary.parentElement!.toggleAttribute('open', true));
      const faults = await page.evaluate(() =>
        [...document.querySelectorAll('button, label, output, summary, .hint, .segment, .key-line')].flatMap(
          ({ clientWidth, scrollWidth, className, textContent }) =>
            clientWidth > 0 && scrollWidth > clientWidth + 1 ? [`${className}: ${textContent}`] : [],
        ),
      );
      expect(faults).toEqual([]);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details'))
          fold.open = fold.textContent!.startsWith('Slopes');
      });
      await keyed.click();
    },
    120_000,
  );

  onceTest(
    `the state of a brushed download is that of its bake on the command line${browserNote}`,
    async () => {
      await page.locator('#timeline').press('End');
      await until('the end', async () => {
        const { isPlaying, isBusy, playhead, endTick } = await readStudio(page);
        return !isPlaying && !isBusy && playhead === endTick;
      });
      await page.getByRole('radio', { name: 'Ball' }).check({ force: true });
      // On a slow machine a note may lie over the picture for some seconds.
      await until('a stroke', async () => {
        await page.mouse.move(250, 270);
        await page.mouse.down();
        for (let k = 1; k <= 6; k++) await page.mouse.move(250 + 12 * k, 270 - 4 * k);
        await page.mouse.up();
        await new Promise((done) => setTimeout(done, 500));
        return (await readStudio(page)).strokes > 0;
      });
      expect((await readStudio(page)).scene.time.end).toBeGreaterThan(0.8);

      const { names, shown, baked } = await bakeDownload(page, join(workshop, renderer));
      for (const name of ['report.json', 'README.txt', 'ground.glb', 'source/brush-1.obj']) {
        expect(names).toContain(name);
      }
      expect(baked).toEqual(shown);
      expect(shown).toHaveLength(1);
      expect(defects).toEqual([]);
    },
    240_000,
  );
});
