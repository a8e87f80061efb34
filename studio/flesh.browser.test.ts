import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
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

const browserTest = test.skipIf(!findTestBrowser());
const character = fileURLToPath(new URL('../scenes/assets/heavy-mannequin.glb', import.meta.url));
const workshop = mkdtempSync(join(tmpdir(), 'aftermotion-flesh-test-'));
const cacheBefore = process.env.AFTERMOTION_CACHE;
const defects: string[] = [];
let bench: StudioBench;
let page: Page;

beforeAll(async () => {
  if (!findTestBrowser()) return;
  // A separate cache is used, so that the command line prepares its part again.
  process.env.AFTERMOTION_CACHE = join(workshop, 'cache');
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 980, height: 400 } });
  page.setDefaultTimeout(20_000);
  watchErrors(page, defects);
}, 120_000);

afterAll(async () => {
  await bench?.close();
  if (cacheBefore === undefined) delete process.env.AFTERMOTION_CACHE;
  else process.env.AFTERMOTION_CACHE = cacheBefore;
  rmSync(workshop, { recursive: true, force: true });
});

/** Returns the state of the page that concerns flesh. */
function readFlesh() {
  return page.evaluate(() => {
    const { client, flesh } = (globalThis as StudioWindow).aftermotionStudio!;
    const { prepared, work, draft } = flesh.settings;
    const part = prepared.find(({ name }) => name === 'belly')?.part;
    return {
      names: prepared.map(({ name }) => name),
      key: part?.key ?? '',
      tetCount: part?.quality.tetCount ?? 0,
      work,
      draft: draft && [...draft.joints],
      isBusy: client.preparing !== null || client.catchingUp !== null,
    };
  });
}

async function untilPrepared(fits: (flesh: Awaited<ReturnType<typeof readFlesh>>) => boolean): Promise<void> {
  await until('a part is prepared', async () => {
    const flesh = await readFlesh();
    return !flesh.isBusy && fits(flesh);
  });
}

/** Returns the number of pixels that differ between the current picture and a picture without the motion or colours of the tool. */
function countChanged(): Promise<number> {
  return page.evaluate(async () => {
    const { client, picture } = (globalThis as StudioWindow).aftermotionStudio!;
    const { stage } = picture!;
    const t = client.playback.playhead / 60;
    const read = () => {
      stage.drawStill(t);
      return stage.readPixels();
    };
    const shown = await read();
    stage.holdMorphs(true);
    const bare = await read();
    stage.holdMorphs(false);
    let count = 0;
    for (let k = 0; k < shown.length; k += 4) {
      if (Math.abs(shown[k] - bare[k]) + Math.abs(shown[k + 1] - bare[k + 1]) > 12) count++;
    }
    return count;
  });
}

/** Returns the RGBA pixels of the current picture. */
function readPicture(): Promise<string> {
  return page.evaluate(async () => {
    const { client, picture } = (globalThis as StudioWindow).aftermotionStudio!;
    // The picture is drawn at full size, because moving pictures have a lower resolution.
    picture!.stage.drawStill(client.playback.playhead / 60);
    const pixels = await picture!.stage.readPixels();
    let hash = 0;
    for (const value of pixels) hash = (Math.imul(hash, 31) + value) | 0;
    return String(hash);
  });
}

/** Returns the section of the part in the panel. */
function belly() {
  return page.locator('[data-flesh=belly]');
}

function workOf(label: string) {
  return belly().locator('.works').getByRole('button', { name: label, exact: true });
}

browserTest(
  `joints are chosen by a group, by a click on the character and from the list${browserNote}`,
  async () => {
    // The scene has no ground, and flesh that is prepared quickly.
    const head = [{ system: 'flesh', name: 'head', joints: ['head'], elements: 100 }];
    const systems = encodeURIComponent(JSON.stringify(head));
    const lists = `outputs=${encodeURIComponent('["prepared"]')}&systems=${systems}`;
    const settings = `time.end=0.5&actors.0.clip=jump&${lists}`;
    await page.goto(`${bench.server.address}#character=heavy.glb&${settings}`);
    await waitForDocument(page);
    await dropFile(page, 'heavy.glb', new Uint8Array(readFileSync(character)));
    await until('the character', async () =>
      JSON.stringify((await readStudio(page)).scene).includes('heavy.glb'),
    );
    await pauseAt(page, 0);
    await page.locator('#add-flesh').click();
    await page.getByRole('button', { name: 'Belly', exact: true }).click();
    expect((await readFlesh()).draft).toEqual(['spine.1', 'spine.2']);

    // Finds the head on the screen.
    await readPicture();
    const [x, y] = await page.evaluate(() => {
      const { picture } = (globalThis as StudioWindow).aftermotionStudio!;
      const { stage, actors } = picture!;
      const { rig } = actors[0].character!.actor;
      const node = rig.nodes.findIndex(({ name }) => name === 'head');
      const position = stage.camera.position.clone();
      stage.actor(actors[0].name)!.nodeObject!(node)!.getWorldPosition(position);
      position.y += 0.08;
      position.project(stage.camera);
      const { clientWidth, clientHeight } = stage.canvas;
      return [((position.x + 1) / 2) * clientWidth, ((1 - position.y) / 2) * clientHeight];
    });
    await page.mouse.click(x, y);
    expect((await readFlesh()).draft).toEqual(['spine.1', 'spine.2', 'head']);
    await page.getByPlaceholder('Search joints').fill('hea');
    await page.getByRole('checkbox', { name: 'head' }).uncheck();
    expect(await page.locator('.joint:visible').count()).toBe(1);
    await page.locator('#apply-joints').click();
    const { scene } = await readStudio(page);
    expect(scene.systems[1]).toMatchObject({
      system: 'flesh',
      name: 'belly',
      joints: ['spine.1', 'spine.2'],
    });
  },
  120_000,
);

browserTest(
  `fewer elements abort the running preparation, and the flesh moves in the picture${browserNote}`,
  async () => {
    await belly().locator('summary', { hasText: 'Body and material' }).click();
    const elements = belly().locator('[data-field=elements] input[type=number]');
    await elements.fill('300');
    await elements.press('Enter');
    await untilPrepared(({ tetCount }) => tetCount > 200 && tetCount < 400);
    await pauseAt(page, 24);
    // The pointer is near the belly.
    await page.evaluate(() => {
      const { stage } = (globalThis as StudioWindow).aftermotionStudio!.picture!;
      const [x, , z] = stage.cameraPosition.target;
      stage.setCameraPosition({ position: [x + 0.9, 1.1, z + 1.3], target: [x, 0.95, z] });
    });
    expect(await countChanged()).toBeGreaterThan(30);
  },
  120_000,
);

browserTest(
  `softness changes the motion without a new preparation${browserNote}`,
  async () => {
    const { key } = await readFlesh();
    const { run } = await readStudio(page);
    const results = belly().locator('.results');
    const before = await results.textContent();
    const slider = belly().locator('[data-field=stiffness] input[type=range]');
    await slider.focus();
    for (let k = 0; k < 8; k++) await page.keyboard.press('ArrowRight');
    await until('a new run', async () => (await readStudio(page)).run > run);
    await untilPrepared(() => true);
    expect((await readFlesh()).key).toBe(key);
    const { scene } = await readStudio(page);
    expect(scene.systems[1].stiffness).toBeLessThan(13_000);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^(fat|jelly), \d+ Pa$/);
    expect(await results.textContent()).not.toBe(before);
  },
  120_000,
);

browserTest(
  `modes are shown and motion by hand has an effect, and both restore the character${browserNote}`,
  async () => {
    await pauseAt(page, 24);
    const before = await readPicture();
    await workOf('Modes').click();
    await until('a mode swings', async () => (await readPicture()) !== before);
    await belly().locator('.works input[type=range]:visible').focus();
    await page.keyboard.press('ArrowRight');
    expect((await readFlesh()).work).toMatchObject({ kind: 'modes', mode: 1 });
    expect(await belly().locator('.works label:visible').textContent()).toContain('Mode 2 · ');
    await workOf('Modes').click();
    expect((await readFlesh()).work).toBeNull();
    expect(await readPicture()).toBe(before);

    await workOf('Move').click();
    await belly().getByRole('button', { name: 'Shake' }).click();
    await until('the joint turns', async () => (await readPicture()) !== before);
    await workOf('Move').click();
    expect(await readPicture()).toBe(before);
  },
  120_000,
);

browserTest(
  `painted weights are in the download, whose bake on the command line ends in the same state${browserNote}`,
  async () => {
    const { key } = await readFlesh();
    await workOf('Paint').click();
    await belly().getByRole('radio', { name: 'Remove' }).check({ force: true });
    const size = belly().locator('.works [data-field=size] input[type=number]');
    await size.fill('0.1');
    await size.press('Enter');
    await belly().getByRole('button', { name: 'Press in the middle' }).click();
    await until('a stroke', async () => JSON.stringify((await readFlesh()).work).includes('"canUndo":true'));
    await workOf('Paint').click();
    expect((await readStudio(page)).scene.systems[1]).toMatchObject({
      mask: 'belly.mask.json',
      bone: 'spine.1',
    });
    await untilPrepared((flesh) => flesh.key !== key);

    const { shown, baked } = await bakeDownload(page, join(workshop, 'download'));
    expect(baked).toEqual(shown);
    expect(shown).toHaveLength(2);
    expect(defects).toEqual([]);
  },
  240_000,
);
