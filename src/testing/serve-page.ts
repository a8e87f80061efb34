import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, preview } from 'vite';
import { launchTestBrowser } from './browser.ts';

/** A page of a test, built and served, and a browser to open it in. */
export interface ServedPage {
  readonly browser: Browser;
  readonly address: string;
  close(): Promise<void>;
}

/** Headers that isolate the page from other pages. The clock of the page then has a precision of microseconds, otherwise of 0.1 ms. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Builds and serves the page at a path of this machine, with its imports. The frames are not delayed: the WebGPU renderer of three.js
 * updates shadows only once for each frame of the page, and these pages draw several pictures, each with different shadows.
 */
export async function serveTestPage(path: string): Promise<ServedPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'aftermotion-page-'));
  const common = { configFile: false, root: dirname(path), base: './', logLevel: 'error' } as const;
  await build({
    ...common,
    build: { outDir, emptyOutDir: true, minify: false, rollupOptions: { input: path } },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: isolation },
  });
  const browser = await launchTestBrowser(0);
  return {
    browser,
    address: `${server.resolvedUrls!.local[0]}${basename(path)}`,
    async close() {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
