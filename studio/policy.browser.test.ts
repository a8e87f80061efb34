import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { preview } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { findBuiltPage, scenesFolder } from '../src/node/built-page.ts';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { strictPolicy } from '../src/testing/strict-policy.ts';
import { watchErrors } from '../src/testing/watch-errors.ts';
import { lowestShown, readStudio, until, waitForDocument } from './testing/open-studio.ts';

let browser: Browser | null = null;
afterAll(() => browser?.close());

test.skipIf(!findTestBrowser())(
  `the page simulates if a Content-Security-Policy forbids WebAssembly${browserNote}`,
  { timeout: 180_000 },
  async () => {
    // As on a static host: the page with the package's scenes beside it.
    const outDir = mkdtempSync(join(tmpdir(), 'aftermotion-site-'));
    cpSync(await findBuiltPage(), outDir, { recursive: true });
    symlinkSync(scenesFolder, join(outDir, 'scenes'));
    const server = await preview({
      configFile: false,
      root: outDir,
      logLevel: 'error',
      build: { outDir },
      preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': strictPolicy } },
    });
    browser = await launchTestBrowser();
    const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
    const errors: string[] = [];
    watchErrors(page, errors);
    await page.goto(server.resolvedUrls!.local[0]);
    const compile =
      '(() => { try { return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))); } catch { return false; } })()';
    expect(await page.evaluate(compile)).toBe(false);
    await waitForDocument(page);
    await until(
      'a foot has left a print',
      async () => (await lowestShown(page, [-6, -1, 6, 1])) < -0.01,
      120,
    );
    expect((await readStudio(page)).playhead).toBeGreaterThan(0);
    // The browser itself must report what the policy refuses: the attempt to compile, and nothing else.
    expect(errors.filter((error) => !/wasm-eval|WebAssembly/.test(error))).toEqual([]);
    await page.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  },
);
