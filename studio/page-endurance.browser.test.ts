import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
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

/** Number of scenes that are opened one after the other, and the maximum growth of the heap after all of them. */
const sceneCount = 20;
const heapBound = 3e6;

const browserTest = test.skipIf(!findTestBrowser());
const mannequin = new Uint8Array(readFileSync(new URL('../scenes/assets/mannequin.glb', import.meta.url)));

let bench: StudioBench;
let page: Page;
let devtools: CDPSession;
const defects: string[] = [];

beforeAll(async () => {
  if (!findTestBrowser()) return;
  bench = await openStudioBench();
  page = await bench.browser.newPage({ viewport: { width: 900, height: 240 } });
  page.on('pageerror', (error) => defects.push(error.message));
  devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.addInitScript(makeHideable);
  // A small scene, since others are opened at once.
  await page.goto(`${bench.server.address}#scene=square-to-triangle&time.end=0.2`);
  await waitForDocument(page);
}, 120_000);
afterAll(() => bench?.close());

/** Returns a download of the page with the scene of a rolling ball. */
function rollerZip(end: number, change: object = {}): Uint8Array {
  const scene = new TextEncoder().encode(JSON.stringify({ ...rollerScene(end), ...change }));
  return zipSync({ 'scene.json': scene, ...Object.fromEntries(rollerFiles) }, { level: 0 });
}

/** Drops a file and waits until its scene is on the screen. */
async function openScene(name: string, bytes: Uint8Array, sceneFile = name): Promise<void> {
  await dropFile(page, name, bytes);
  await until(`${name} is on the screen`, () =>
    page.evaluate((file) => {
      const { client, document, picture } = (globalThis as StudioWindow).aftermotionStudio!;
      const isOpen = document?.origin.kind === 'dropped' && document.origin.file === file;
      return Boolean(isOpen && picture?.hasActorsOf(document) && client.playback.reached > 5);
    }, sceneFile),
  );
  // Waits until the scene has been drawn.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

interface Held {
  readonly heap: number;
  readonly geometries: number;
  readonly textures: number;
  readonly programs: number;
  readonly elements: number;
  readonly workers: number;
}

/** Returns the memory of the page after garbage collection. */
async function measure(): Promise<Held> {
  await pauseAt(page, 20);
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value;
  const counts = await page.evaluate(() => {
    const { stage } = (globalThis as StudioWindow).aftermotionStudio!.picture!;
    const { geometries, textures, programs } = stage.memory;
    return { geometries, textures, programs, elements: document.querySelectorAll('*').length };
  });
  return { heap, ...counts, workers: page.workers().length };
}

test.skipIf(!isLong || !findTestBrowser())(
  `${sceneCount} scenes that are opened and closed leak nothing: heap within ${heapBound / 1e6} MB, the same number of GPU objects${browserNote}`,
  async () => {
    // The scene also has grass beside the ball.
    const systems = [...rollerScene(0.4).systems, ...smallLawn().systems!];
    const roller = rollerZip(0.4, { systems });
    const openPair = async () => {
      await openScene('mannequin.glb', mannequin);
      await openScene('roller.zip', roller, 'scene.json');
    };
    // After this, everything that is created only once exists.
    await openPair();
    await openPair();
    const before = await measure();
    for (let count = 0; count < sceneCount; count += 2) await openPair();
    const after = await measure();
    const { heap, programs, geometries, textures, ...objects } = after;
    const { heap: heapBefore, programs: programsBefore, ...others } = before;
    const { geometries: geometriesBefore, textures: texturesBefore, ...objectsBefore } = others;
    expect(objects).toEqual(objectsBefore);
    // If a scene is replaced before it is drawn, the ground and the grass of the scene before stay, together with the objects for both
    // views: two geometries and one texture more. A leak would add such objects for each pair of scenes, which would be more.
    expect(sceneCount / 2).toBeGreaterThan(1);
    expect(geometries - geometriesBefore).toBeLessThanOrEqual(2);
    expect(textures - texturesBefore).toBeLessThanOrEqual(1);
    // In the meantime a shader may be needed for the first time. A leak of one program for each scene would exceed the limit.
    expect(programs - programsBefore).toBeLessThanOrEqual(2);
    expect(heap - heapBefore).toBeLessThan(heapBound);
    expect(objects.workers).toBe(1);
    expect(defects).toEqual([]);
  },
  180_000,
);

browserTest(
  `a tab that was hidden continues from its last time, without a stall or a jump${browserNote}`,
  async () => {
    await openScene('roller.zip', rollerZip(30), 'scene.json');
    await page.evaluate(() => {
      const { client } = (globalThis as StudioWindow).aftermotionStudio!;
      const frames: Frame[] = [];
      const note = () => {
        frames.push({ time: performance.now(), playhead: client.playback.playhead });
        requestAnimationFrame(note);
      };
      note();
      Object.assign(globalThis, { frames });
    });
    await until('it plays', async () => (await readStudio(page)).playhead > 10);
    await setHidden(true);
    // The time is counted from the last picture, because a busy machine may draw it some time after this.
    await until('three seconds pass without a picture', () =>
      page.evaluate(() => {
        const { frames } = globalThis as unknown as { frames: Frame[] };
        return performance.now() - frames[frames.length - 1].time > 3000;
      }),
    );
    await setHidden(false);
    const { playhead } = await readStudio(page);
    await until('it plays on', async () => (await readStudio(page)).playhead > playhead + 20);
    const frames = await page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames);
    const gaps = frames.slice(1).map((frame, k) => ({
      seconds: (frame.time - frames[k].time) / 1000,
      ticks: frame.playhead - frames[k].playhead,
    }));
    const longest = gaps.reduce((a, b) => (b.seconds > a.seconds ? b : a));
    expect(longest.seconds).toBeGreaterThan(2.5);
    // Whatever the duration, at most 0.25 s are simulated.
    expect(longest.ticks).toBeGreaterThan(0);
    expect(longest.ticks).toBeLessThan(15.5);
  },
  60_000,
);

browserTest(
  `a run that is too slow skips steps, reports it, and simulates them in a pause${browserNote}`,
  async () => {
    await openScene('roller.zip', rollerZip(600), 'scene.json');
    const setSpeed = (speed: number) =>
      page.evaluate((value) => {
        (globalThis as StudioWindow).aftermotionStudio!.client.playback.speed = value;
      }, speed);
    const note = page.locator('.notes .note').first();
    await setSpeed(200);
    await until('steps are left out', async () => (await readStudio(page)).droppedTicks > 0);
    await until('the note says so', async () =>
      ((await note.textContent()) ?? '').includes('some steps are skipped'),
    );
    expect(await note.isVisible()).toBe(true);
    await setSpeed(1);
    await pauseAt(page, 60);
    expect((await readStudio(page)).droppedTicks).toBe(0);
    expect(await note.isVisible()).toBe(false);
    expect(defects).toEqual([]);
  },
  90_000,
);

/**
 * Does in a browser without windows what a browser with windows does to a tab in the background: frames stop, and the page gets the event.
 * Runs in the page.
 */
function makeHideable(): void {
  const draw = requestAnimationFrame.bind(window);
  let isHidden = false;
  const held: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => (isHidden ? held.push(callback) : draw(callback));
  Object.assign(window, {
    setHidden(hides: boolean) {
      isHidden = hides;
      const state = { hidden: { value: hides }, visibilityState: { value: hides ? 'hidden' : 'visible' } };
      for (const property of Object.values(state)) Object.assign(property, { configurable: true });
      Object.defineProperties(document, state);
      document.dispatchEvent(new Event('visibilitychange'));
      if (!hides) for (const callback of held.splice(0)) draw(callback);
    },
  });
}

function setHidden(hides: boolean): Promise<void> {
  return page.evaluate(
    (value) => (globalThis as unknown as { setHidden(hides: boolean): void }).setHidden(value),
    hides,
  );
}

interface Frame {
  readonly time: number;
  readonly playhead: number;
}
