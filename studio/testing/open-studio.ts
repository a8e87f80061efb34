import type { Browser, Page } from 'playwright-core';
import { findBuiltPage } from '../../src/node/built-page.ts';
import { type StudioServer, startStudioServer } from '../../src/node/studio-server.ts';
import { launchTestBrowser } from '../../src/testing/browser.ts';
import type { StudioApp } from '../studio-app.ts';

/** A server of the built page, which is rebuilt if its sources have changed, and a browser. */
export interface StudioBench {
  readonly browser: Browser;
  readonly server: StudioServer;
  close(): Promise<void>;
}

export async function openStudioBench(): Promise<StudioBench> {
  const server = await startStudioServer({ pageFolder: await findBuiltPage(), port: 0 });
  const browser = await launchTestBrowser();
  return {
    browser,
    server,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Drops a file on the window, as a user would. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64');
  await page.evaluate(
    ([fileName, text]) => {
      const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    [name, base64] as const,
  );
}

/** Waits until a condition holds. If it takes too long, throws an error with the description `what`. */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 60): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Waits until the page has started and has opened the document that its address names. */
export async function waitForDocument(page: Page): Promise<void> {
  await until('the page has opened a scene', () =>
    page.evaluate(() => Boolean((globalThis as StudioWindow).aftermotionStudio?.document)),
  );
}

/** Stops at a tick, and waits until the state of this tick is on the screen, at full size. */
export async function pauseAt(page: Page, tick: number, seconds = 60): Promise<void> {
  await page.evaluate((target) => {
    const { client } = (globalThis as StudioWindow).aftermotionStudio!;
    client.playback.isPlaying = false;
    client.seek(target);
  }, tick);
  const isShown = () =>
    page.evaluate(async () => {
      // After two frames, the last changes are drawn.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const { client, document, inspection, picture } = (globalThis as StudioWindow).aftermotionStudio!;
      const isLoaded = document !== null && picture?.hasActorsOf(document);
      const isLookedOver = inspection !== null || !JSON.stringify(document?.scene.actors).includes('.glb');
      return Boolean(isLoaded && isLookedOver && !client.catchingUp && picture?.stage.isStill);
    });
  await until(`tick ${tick} is on the screen`, isShown, seconds);
}

/** The properties of the page that tests read. */
export type StudioWindow = typeof globalThis & { aftermotionStudio?: StudioApp };

/** Reads the properties of the page. */
export interface StudioView {
  readonly playhead: number;
  readonly endTick: number;
  readonly isPlaying: boolean;
  readonly isBusy: boolean;
  readonly droppedTicks: number;
  readonly run: number;
  /** Untouched grounds shown so far. */
  readonly groundCount: number;
  readonly renderer: string;
  readonly strokes: number;
  readonly scene: { systems: Record<string, unknown>[]; time: { end: number }; outputs?: string[] };
}

export function readStudio(page: Page): Promise<StudioView> {
  return page.evaluate(() => {
    const { client, pictures, document: opened } = (globalThis as StudioWindow).aftermotionStudio!;
    const { playhead, endTick, isPlaying } = client.playback;
    return {
      playhead,
      endTick,
      isPlaying,
      isBusy: client.catchingUp !== null,
      run: client.run,
      droppedTicks: client.playback.droppedTicks,
      groundCount: pictures.picture?.groundCount ?? 0,
      renderer: pictures.renderer,
      strokes: opened!.strokes.length,
      scene: opened!.scene as StudioView['scene'],
    };
  });
}

/** Returns the minimum height that the page shows in a rectangle of the ground, metres. */
export function lowestShown(
  page: Page,
  [x0, z0, x1, z1]: readonly [number, number, number, number],
): Promise<number> {
  return page.evaluate(
    (rectangle) => {
      const ground = (globalThis as StudioWindow).aftermotionStudio?.picture?.stage.ground;
      if (!ground) return Number.POSITIVE_INFINITY;
      const [left, far, right, near] = rectangle;
      let lowest = Number.POSITIVE_INFINITY;
      for (let k = 0; k <= 80; k++) {
        for (let n = 0; n <= 80; n++) {
          const [x, z] = [left + ((right - left) * k) / 80, far + ((near - far) * n) / 80];
          lowest = Math.min(lowest, ground.heightAt(x, z));
        }
      }
      return lowest;
    },
    [x0, z0, x1, z1] as const,
  );
}
