import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { plainEnvironment } from '../scripts/setup/testing/scratch-clone.ts';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
import { watchErrors } from '../src/testing/watch-errors.ts';

// The path of a React developer, as in docs/tutorials/react.md: `npm create vite`, `npm install` of our packed package, the example, and
// `npm run dev` or `npm run build`.

const repository = fileURLToPath(new URL('..', import.meta.url));
const runProgram = new URL('../scripts/setup/run-program.mjs', import.meta.url).href;
const { findNpm } = (await import(runProgram)) as { findNpm(): string | null };
const npm = findNpm();
const folder = mkdtempSync(join(tmpdir(), 'aftermotion-app-'));
const app = join(folder, 'my-app');
let browser: Browser | null = null;
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function runNode(cwd: string, ...args: string[]): string {
  const env = plainEnvironment();
  return execFileSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
}

/** The part of Vite that the app has installed and that this test uses. */
interface Vite {
  build(options: object): Promise<unknown>;
  preview(options: object): Promise<{ resolvedUrls: { local: string[] } | null; close(): Promise<void> }>;
  createServer(options: object): Promise<{
    resolvedUrls: { local: string[] } | null;
    listen(): Promise<unknown>;
    close(): Promise<void>;
  }>;
}

interface Counts {
  /** Workers that run, and Workers that were created so far. */
  readonly workers: number;
  readonly created: number;
  /** Rectangles of the ground that Workers have sent. */
  readonly changes: number;
}

/** Opens a page that counts its Workers and their answers. */
async function openCounting(url: string) {
  const page = await browser!.newPage({ viewport: { width: 160, height: 90 } });
  const errors: string[] = [];
  watchErrors(page, errors);
  await page.addInitScript(() => {
    const counts = { workers: 0, created: 0, changes: 0 };
    Object.assign(globalThis, { counts });
    globalThis.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        counts.workers++;
        counts.created++;
        this.addEventListener('message', ({ data }) => {
          counts.changes += data.changes?.length ?? 0;
        });
      }
      override terminate() {
        counts.workers--;
        super.terminate();
      }
    };
  });
  await page.goto(url);
  /** Waits for an expression in the page, with `counts`. Returns the counts. Fails at the first error of the page. */
  const waitFor = async (expression: string): Promise<Counts> => {
    const end = Date.now() + 120_000;
    for (;;) {
      // The page may be navigating.
      const isDone = await page.evaluate(expression).catch(() => false);
      const counts = (await page.evaluate('globalThis.counts').catch(() => null)) as Counts | null;
      if (isDone && counts) return counts;
      if (Date.now() > end || errors.length > 0)
        throw new Error(`${expression}: ${JSON.stringify(counts)}; ${errors.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  return { page, errors, waitFor };
}

async function expectPrints(url: string): Promise<void> {
  const { page, errors, waitFor } = await openCounting(url);
  const counts = await waitFor('counts.changes >= 10');
  expect(counts.workers).toBe(1);
  expect(errors).toEqual([]);
  await page.close();
}

/**
 * Edits the component's file while the development server runs. A change of the picture keeps the ground and its Worker; another material begins
 * anew and ends the old Worker; a syntax error and its correction keep the ground.
 */
async function expectHotReload(url: string, file: string): Promise<void> {
  const { page, errors, waitFor } = await openCounting(url);
  const first = await waitFor('counts.changes >= 10');
  // Vite may have loaded the page again after it had prepared its dependencies.
  await page.evaluate('globalThis.isSamePage = true');
  const original = readFileSync(file, 'utf8');
  const edit = (from: string, to: string) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };
  const background = (color: string) =>
    `getComputedStyle(document.querySelector('canvas').parentElement.parentElement).backgroundColor === '${color}'`;

  edit("background: 'lightsteelblue'", "background: 'rgb(1, 2, 3)'");
  const kept = await waitFor(background('rgb(1, 2, 3)'));
  expect(kept).toMatchObject({ workers: 1, created: first.created });
  await waitFor(`counts.changes >= ${kept.changes + 10}`);

  edit('material="sand"', 'material="snow"');
  const anew = await waitFor(`counts.created > ${first.created} && counts.workers === 1`);
  await waitFor(`counts.changes >= ${anew.changes + 10}`);
  expect(errors).toEqual([]);

  edit('<Ground', '<Ground <');
  await waitFor("document.querySelector('vite-error-overlay') !== null").catch((error: Error) => {
    // The page reports the syntax error, too.
    if (errors.length === 0) throw error;
  });
  errors.length = 0;
  writeFileSync(file, original.replace('lightsteelblue', 'rgb(4, 5, 6)').replace('"sand"', '"snow"'));
  const mended = await waitFor(background('rgb(4, 5, 6)'));
  expect(mended).toMatchObject({ workers: 1, created: anew.created });
  await waitFor(`counts.changes >= ${mended.changes + 10} && globalThis.isSamePage`);
  expect(errors).toEqual([]);
  await page.close();
  writeFileSync(file, original);
}

test.skipIf(!isLong || !findTestBrowser() || !npm)(
  `an app that Vite has made shows the React example from our packed package${browserNote}`,
  { timeout: 900_000 },
  async (context) => {
    const createVite = join(repository, 'node_modules/create-vite/index.js');
    runNode(folder, createVite, 'my-app', '--template', 'react-ts', '--no-interactive');
    const [packed] = [
      JSON.parse(runNode(repository, npm!, 'pack', '--json', '--pack-destination', folder)),
    ].flat();
    const { filename } = packed as { filename: string };
    const names = [`../${filename}`, 'three', '@types/three', '@react-three/fiber'];
    try {
      runNode(app, npm!, 'install', '--no-audit', '--no-fund', '--prefer-offline', ...names);
    } catch (error) {
      const { stderr } = error as { stderr: string };
      if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(stderr)) {
        context.skip('npm cannot reach its registry, from which the app installs React and Vite');
      }
      throw error;
    }
    mkdirSync(join(app, 'public'), { recursive: true });
    cpSync(join(repository, 'scenes/assets/mannequin.glb'), join(app, 'public/mannequin.glb'));
    writeFileSync(join(app, 'src/App.tsx'), readFileSync(new URL('react.tsx', import.meta.url)));

    browser = await launchTestBrowser();
    // Type-checks and builds, as the template's script says.
    runNode(app, npm!, 'run', 'build');
    const { preview, createServer } = (await import(
      join(app, 'node_modules/vite/dist/node/index.js')
    )) as Vite;
    const options = { root: app, logLevel: 'error' };
    const served = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
    await expectPrints(served.resolvedUrls!.local[0]);
    await served.close();
    const development = await createServer({ ...options, server: { port: 0, host: '127.0.0.1' } });
    await development.listen();
    await expectPrints(development.resolvedUrls!.local[0]);
    await expectHotReload(development.resolvedUrls!.local[0], join(app, 'src/App.tsx'));
    await development.close();
  },
);
