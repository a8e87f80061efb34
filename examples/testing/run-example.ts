import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { preview } from 'vite';
import { watchErrors } from '../../src/testing/watch-errors.ts';
import { buildExample, type ExampleName } from './build-example.ts';

export interface RunningExample {
  readonly page: Page;
  /** Errors and warnings of the page so far. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface RunExampleOptions {
  readonly name: ExampleName;
  /** Changes the example's text before it is built. */
  edit(text: string): string;
  /** Builds with the development checks of libraries. Default: a production build. */
  readonly isDevelopment?: boolean;
  /** Adds files to the folder of the page. */
  addFiles?(folder: string): Promise<void>;
  /** The Content-Security-Policy that every answer of the server carries. */
  readonly policy?: string;
}

/** Builds an example, serves it and opens it in a small page. */
export async function runExample(browser: Browser, options: RunExampleOptions): Promise<RunningExample> {
  const { name, edit, addFiles, policy, isDevelopment } = options;
  const outDir = await mkdtemp(join(tmpdir(), 'aftermotion-example-'));
  await buildExample({ name, outDir, edit, isDevelopment });
  await addFiles?.(outDir);
  const server = await preview({
    configFile: false,
    root: outDir,
    logLevel: 'error',
    build: { outDir },
    preview: {
      port: 0,
      host: '127.0.0.1',
      headers: policy === undefined ? {} : { 'Content-Security-Policy': policy },
    },
  });
  const page = await browser.newPage({ viewport: { width: 160, height: 90 } });
  const errors: string[] = [];
  watchErrors(page, errors);
  await page.goto(`${server.resolvedUrls!.local[0]}${name}.html`);
  return {
    page,
    errors,
    async close() {
      await page.close();
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
