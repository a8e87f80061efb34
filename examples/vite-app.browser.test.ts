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

/** Opens a page that counts its Workers, and waits until a Worker has answered a frame of the ground. */
async function expectPrints(url: string): Promise<void> {
  const page = await browser!.newPage({ viewport: { width: 160, height: 90 } });
  const errors: string[] = [];
  watchErrors(page, errors);
  await page.addInitScript(() => {
    const counts = { workers: 0, changes: 0 };
    Object.assign(globalThis, { counts });
    globalThis.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        counts.workers++;
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
  const read = () =>
    page.evaluate('globalThis.counts').catch(() => null) as Promise<{
      workers: number;
      changes: number;
    } | null>;
  const end = Date.now() + 120_000;
  let counts = await read();
  while (!counts || counts.changes < 10) {
    if (Date.now() > end || errors.length > 0)
      throw new Error(`${JSON.stringify(counts)}; ${errors.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    counts = await read();
  }
  expect(counts.workers).toBe(1);
  expect(errors).toEqual([]);
  await page.close();
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
    await development.close();
  },
);
