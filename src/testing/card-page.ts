import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findTestBrowser } from './browser.ts';
import { isLong } from './long.ts';
import { type ServedPage, serveTestPage } from './serve-page.ts';
import { watchErrors } from './watch-errors.ts';

/** A page that simulates on a graphics card and draws from it. */
export interface CardPage {
  /** Whether its tests are skipped: without a browser, and in `npm test`, since SwiftShader compiles and computes on the processor. */
  readonly isSkipped: boolean;
  /** Timeout of its tests, ms: other programs use the processor too. */
  readonly patience: number;
  /** Errors of the page. */
  readonly errors: readonly string[];
  /** The open page. Only for use in tests. */
  readonly page: Page;
}

/** Opens a page before the tests of a file, and closes it after them. */
export function useCardPage(html: URL): CardPage {
  const isSkipped = !findTestBrowser() || !isLong;
  const patience = 900_000;
  const errors: string[] = [];
  let served: ServedPage | null = null;
  let page: Page | null = null;
  beforeAll(async () => {
    if (isSkipped) return;
    served = await serveTestPage(fileURLToPath(html));
    page = await served.browser.newPage();
    watchErrors(page, errors);
    await page.goto(served.address);
  }, patience);
  afterAll(() => served?.close());
  return {
    isSkipped,
    patience,
    errors,
    get page() {
      return page!;
    },
  };
}
