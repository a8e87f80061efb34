import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
import { watchErrors } from '../src/testing/watch-errors.ts';
import { bakeDownload } from './testing/bake-download.ts';
import {
  dropFile,
  openStudioBench,
  pauseAt,
  readStudio,
  type StudioBench,
  type StudioWindow,
  until,
  waitForDocument,
} from './testing/open-studio.ts';
import { rollerFiles, rollerScene } from './testing/roller.ts';
import { smallLawn } from './testing/small-lawn.ts';

const browserTest = test.skipIf(!findTestBrowser());
const workshop = mkdtempSync(join(tmpdir(), 'aftermotion-fur-test-'));
const defects: string[] = [];
let bench: StudioBench;
let page: Page;

beforeAll(async () => {
  if (!findTestBrowser()) return;
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 980, height: 400 } });
  page.setDefaultTimeout(30_000);
  watchErrors(page, defects);
  // WebGPU's picture is read instead of shown, because browsers without a window cannot show it.
  await page.goto(`${bench.server.address}?unseen#scene=square-to-triangle&time.end=0.2`);
  await waitForDocument(page);
  // The long form downloads all default outputs.
  const lawn = isLong ? smallLawn(1) : { ...smallLawn(1), outputs: ['furMorphs'] };
  await dropFile(page, 'lawn.json', new TextEncoder().encode(JSON.stringify(lawn)));
  await until('the lawn is open', async () => (await readFur()).names.includes('lawn'));
}, 180_000);

afterAll(async () => {
  await bench?.close();
  rmSync(workshop, { recursive: true, force: true });
});

/** Returns the state of the page that concerns fur. */
function readFur() {
  return page.evaluate(() => {
    const { fur, picture, document: opened } = (globalThis as StudioWindow).aftermotionStudio!;
    const shells = picture?.stage.drawings.shells;
    const systems = (opened?.scene.systems ?? []).filter(({ system }) => system === 'fur');
    return {
      names: (shells?.all ?? []).map(({ facts }) => facts.name),
      isReady: shells?.isReady ?? false,
      settings: { ...fur.settings, skinColored: [...fur.settings.skinColored] },
      systems: systems as Record<string, unknown>[],
      forces: systems.flatMap(({ forces }) => (forces ?? []) as Record<string, unknown>[]),
    };
  });
}

/** Returns a hash of the pixels of the picture at the playhead. */
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

/** Returns the mean horizontal displacement of the tips at the playhead, m. */
function readLean(): Promise<number> {
  return page.evaluate(() => {
    const [{ motion }] = (globalThis as StudioWindow).aftermotionStudio!.picture!.stage.drawings.shells.all;
    let sum = 0;
    for (let k = 0; k < motion.offsets.length; k += 3)
      sum += Math.hypot(motion.offsets[k], motion.offsets[k + 2]);
    return sum / (motion.offsets.length / 3);
  });
}

async function changeAndWait(change: () => Promise<unknown>): Promise<void> {
  const { run } = await readStudio(page);
  await change();
  await until('a new run', async () => (await readStudio(page)).run > run);
}

browserTest(
  `grass is on the screen and waves, and has its earlier state after a jump back${browserNote}`,
  async () => {
    await pauseAt(page, 30);
    expect(await readFur()).toMatchObject({ names: ['lawn'], isReady: true });
    const [there, lean] = [await readPicture(), await readLean()];
    await pauseAt(page, 50);
    expect(await readPicture()).not.toBe(there);
    await pauseAt(page, 30);
    expect(await readLean()).toBe(lean);
    expect(await readPicture()).toBe(there);
  },
  120_000,
);

browserTest(
  `a stronger wind bends it further, and another coat has its own values${browserNote}`,
  async () => {
    const before = await readLean();
    await page.locator('summary', { hasText: /^Wind$/ }).click();
    const strength = page.locator('[data-field=strength] input[type=number]');
    await changeAndWait(async () => {
      await strength.fill('6');
      await strength.press('Enter');
    });
    await pauseAt(page, 30);
    expect(await readLean()).toBeGreaterThan(1.5 * before);
    expect((await readFur()).forces).toMatchObject([{ force: 'wind', velocity: [6, 0, 0] }]);
    await changeAndWait(() =>
      page.locator('.fur-part').getByRole('radio', { name: 'Dog' }).check({ force: true }),
    );
    expect((await readFur()).systems).toMatchObject([{ coat: 'dog', spacing: 0.1 }]);
    expect(await page.locator('[data-field=length] input[type=number]').inputValue()).toBe('0.022');
    await changeAndWait(() =>
      page.locator('.fur-part').getByRole('radio', { name: 'Grass' }).check({ force: true }),
    );
  },
  120_000,
);

browserTest(
  `a push by hand becomes part of the scene, which bakes to the same state${browserNote}`,
  async () => {
    await pauseAt(page, 20);
    await page.locator('.fur-hand').getByRole('radio', { name: 'Stroke' }).check({ force: true });
    const box = (await page.locator('#picture').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + 0.52 * box.height];
    await page.mouse.move(x, y);
    expect(await page.locator('.paint-ring:visible').count()).toBe(1);
    await page.mouse.down();
    for (let k = 1; k <= 4; k++) {
      await page.mouse.move(x + 12 * k, y + 2 * k);
      await new Promise((done) => setTimeout(done, 60));
    }
    await page.mouse.up();
    await until('a push', async () => (await readFur()).forces.length === 2);
    const [, push] = (await readFur()).forces;
    const path = push.path as number[];
    expect(path[0]).toBeCloseTo(20 / 60, 5);
    expect(path.length).toBeGreaterThan(8);
    // The push moved in the same direction as the pointer: to the right in the picture.
    expect(path[path.length - 3]).toBeGreaterThan(path[1] + 0.02);
    expect(await page.locator('.problem').isVisible()).toBe(false);
    await page.locator('#timeline').press('End');
    await until('the end', async () => {
      const { isPlaying, isBusy, playhead, endTick } = await readStudio(page);
      return !isPlaying && !isBusy && playhead === endTick;
    });
    const { shown, baked } = await bakeDownload(page, join(workshop, 'pushed'));
    expect(baked).toEqual(shown);
    await changeAndWait(() => page.locator('.fur-hand').getByRole('button', { name: 'Undo' }).click());
    expect((await readFur()).forces).toHaveLength(1);
    await page.locator('.fur-hand').getByRole('radio', { name: 'Look' }).check({ force: true });
    expect(await page.locator('.paint-ring:visible').count()).toBe(0);
    expect(defects).toEqual([]);
  },
  240_000,
);

test.skipIf(!isLong || !findTestBrowser())(
  `fur is added to a dropped mesh, drawn by WebGPU from the middle of a run, and removed${browserNote}`,
  async () => {
    const scene = new TextEncoder().encode(JSON.stringify(rollerScene(0.4)));
    await dropFile(page, 'roller.zip', zipSync({ 'scene.json': scene, ...Object.fromEntries(rollerFiles) }));
    await until('the ball is there', async () => (await readStudio(page)).scene.systems[0].name === 'beach');
    await pauseAt(page, 8);
    const bare = await readPicture();
    expect((await readFur()).names).toEqual([]);
    await changeAndWait(() => page.locator('#add-fur').click());
    await changeAndWait(() => setCoarse());
    await until('fur', async () => (await readFur()).names.length > 0);
    await pauseAt(page, 8, 120);
    expect(await readFur()).toMatchObject({ names: ['fur'], isReady: true, systems: [{ actor: 'roller' }] });
    expect(await page.locator('#add-fur').isDisabled()).toBe(true);
    expect(await readPicture()).not.toBe(bare);
    await page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.pictures.choose('webgpu'));
    await pauseAt(page, 8, 120);
    expect((await readFur()).isReady).toBe(true);
    expect((await readStudio(page)).renderer).toBe('webgpu');
    await page.evaluate(() => (globalThis as StudioWindow).aftermotionStudio!.pictures.choose('webgl'));
    await changeAndWait(() => page.getByRole('button', { name: 'Remove fur' }).click());
    await pauseAt(page, 8);
    expect((await readFur()).names).toEqual([]);
    expect(await readPicture()).toBe(bare);
    expect(defects).toEqual([]);
  },
  240_000,
);

/** Sets the minimum number of shells and texels, because their appearance is not tested here. */
async function setCoarse(): Promise<void> {
  await page.evaluate(() => {
    const app = (globalThis as StudioWindow).aftermotionStudio!;
    const index = app.document!.scene.systems!.findIndex(({ system }) => system === 'fur');
    const studio = app as unknown as {
      actions(): { edit(location: string, key: string, value: unknown): void };
    };
    studio.actions().edit(`systems.${index}`, 'layerCount', 12);
    studio.actions().edit(`systems.${index}`, 'texels', 16);
  });
}
