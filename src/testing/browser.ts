import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags } from '../node/browser/browser-flags.ts';
import { findBrowser } from '../node/browser/find-browser.ts';

/**
 * The browser that tests use: the one that is found on the machine, else Playwright's own where
 * `scripts/setup-browser.mjs` has installed it, else null: browser tests then skip, and say so in their titles.
 */
export function findTestBrowser(): string | null {
  const found = findBrowser();
  if (found) return found;
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** For titles: `test.skipIf(!findTestBrowser())('…' + browserNote, …)`. */
export const browserNote = findTestBrowser() ? '' : ' (left out: no browser; node scripts/setup-browser.mjs)';

/**
 * A browser without a window that draws WebGL 2 and WebGPU on the processor: one set of flags for all tests, so that
 * their pictures agree. Close it in `afterAll`. Throws where `findTestBrowser` is null.
 */
export function launchTestBrowser(): Promise<Browser> {
  const executablePath = findTestBrowser();
  if (!executablePath) throw new Error('no browser: node scripts/setup-browser.mjs installs one');
  return chromium.launch({
    executablePath,
    args: browserFlags('webgpu', { software: true, sandbox: false }),
  });
}
