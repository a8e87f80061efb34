import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags } from '../node/browser/browser-flags.ts';
import { findBrowser } from '../node/browser/find-browser.ts';

/**
 * Finds the browser that tests use: a browser on the machine, else Playwright's browser if `scripts/setup-browser.mjs` has installed it.
 * Returns null if there is none. Browser tests then skip, and their titles say why.
 */
export function findTestBrowser(): string | null {
  const found = findBrowser();
  if (found) return found;
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** Note for titles of tests: `test.skipIf(!findTestBrowser())('…' + browserNote, …)`. */
export const browserNote = findTestBrowser() ? '' : ' (left out: no browser; node scripts/setup-browser.mjs)';

/**
 * Starts a browser without a window that draws WebGL 2 and WebGPU on the CPU. All tests use the same flags, so that their pictures agree.
 * Close the browser in `afterAll`. Throws if `findTestBrowser` returns null.
 *
 * @param frameInterval Shortest time between two frames of a page, ms. Pages that drew all the time would take the processor
 *   from what the test waits for. 0: as the browser draws them.
 */
export async function launchTestBrowser(frameInterval = 100): Promise<Browser> {
  const executablePath = findTestBrowser();
  if (!executablePath) throw new Error('no browser: node scripts/setup-browser.mjs installs one');
  const browser = await chromium.launch({
    executablePath,
    // The CPU paints panels itself. With an imitated graphics card, this would take a quarter of a test's time.
    args: [...browserFlags('webgpu', { software: true, sandbox: false }), '--disable-gpu-rasterization'],
  });
  if (frameInterval === 0) return browser;
  const openPage = browser.newPage.bind(browser);
  browser.newPage = async (options) => {
    // Animations of the style sheet are not delayed by `frameInterval`.
    const page = await openPage({ reducedMotion: 'reduce', ...options });
    await page.addInitScript(delayFrames, frameInterval);
    return page;
  };
  return browser;
}

/** Makes animation frames at least an interval, ms, apart. Runs in the page. */
function delayFrames(interval: number): void {
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  /** For each number of a requested frame, the function that cancels the frame. */
  const waiting = new Map<number, () => void>();
  let [last, count] = [Number.NEGATIVE_INFINITY, 0];
  window.requestAnimationFrame = (callback) => {
    const id = ++count;
    const draw = () => {
      const frame = request((time) => {
        last = performance.now();
        waiting.delete(id);
        callback(time);
      });
      waiting.set(id, () => cancel(frame));
    };
    const timer = window.setTimeout(draw, last + interval - performance.now());
    waiting.set(id, () => window.clearTimeout(timer));
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
}
