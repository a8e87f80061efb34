import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { Rolldown } from 'vite';
import { findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { measureLoaded } from '../src/testing/measure-loaded.ts';
import { sharedPath } from '../src/testing/shared.ts';
import { GroundObject } from '../src/three/index.ts';
import type { Benchmark } from './benchmark.ts';

/** The built page. Paths are relative to the checkout, where the benchmarks run. */
const pageFolder = 'dist/studio';
const robot = sharedPath('assets/glb-robot-expressive/RobotExpressive.glb');
const hasPage = existsSync(join(pageFolder, 'index.html'));
const canBrowse = findTestBrowser() !== null && hasPage;
const whyNot = 'It needs a browser (node scripts/setup-browser.mjs) and the built page (npm run build).';

const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** Starts a server of plain files, like a static host. */
async function servePage(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(pathname.startsWith('/scenes/') ? '.' : pageFolder, pathname);
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) response.writeHead(404).end();
    else
      response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? '' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** The part of the page's test interface that is used here. */
interface StudioWindow {
  aftermotionStudio?: {
    document: { origin: { file?: string } } | null;
    picture: {
      canBegin: boolean;
      stage: { ground: GroundObject | null; actorNames: string[] };
    } | null;
  };
}

/** Opens the page and waits until its first scene is shown. Returns the seconds since the navigation. */
async function openStudio(browser: Browser, address: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const begin = performance.now();
  await page.goto(address);
  await page.waitForFunction(
    () => {
      const picture = (globalThis as StudioWindow).aftermotionStudio?.picture;
      return picture?.canBegin && picture.stage.actorNames.length > 0;
    },
    null,
    { timeout: 120_000 },
  );
  // The scene is drawn in the next frame at the latest.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return { page, seconds: (performance.now() - begin) / 1000 };
}

async function withStudio(
  measure: (browser: Browser, address: string) => Promise<number>,
): Promise<number | null> {
  if (!canBrowse) return null;
  const { server, address } = await servePage();
  const browser = await launchTestBrowser(0);
  try {
    return await measure(browser, address);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Measures the time from the navigation to the first picture of the page's first scene: ground, character, sky. */
const load: Benchmark = {
  name: 'studio.load.seconds',
  unit: 's',
  runs: 3,
  why: whyNot,
  run: () => withStudio(async (browser, address) => (await openStudio(browser, address)).seconds),
};

/** Measures the time from the drop of a character file to the character's first print on the screen. */
const dropToPrint: Benchmark = {
  name: 'studio.dropToPrint.seconds',
  unit: 's',
  runs: 3,
  why: robot ? whyNot : 'It needs RobotExpressive.glb in the folder shared/ beside the checkout.',
  async run() {
    if (!robot) return null;
    return withStudio(async (browser, address) => {
      const { page } = await openStudio(browser, address);
      const bytes = readFileSync(robot).toString('base64');
      const milliseconds = await page.evaluate(async (encoded) => {
        const studio = (globalThis as StudioWindow).aftermotionStudio!;
        const shown = studio.picture!.stage.ground;
        const data = new DataTransfer();
        const binary = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
        data.items.add(new File([binary], 'RobotExpressive.glb'));
        const begin = performance.now();
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
        for (;;) {
          await new Promise(requestAnimationFrame);
          const { ground } = studio.picture!.stage;
          // The page creates a new ground with another cell size for the robot.
          if (ground !== shown && ground && ground.tileCount > 0) break;
        }
        await new Promise(requestAnimationFrame);
        return performance.now() - begin;
      }, bytes);
      return milliseconds / 1000;
    });
  },
};

/**
 * Measures the uploaded bytes for the same prints on two grounds. The value is that of a ground of a thousand times the size, divided by
 * that of the small ground.
 */
const uploadRatio: Benchmark = {
  name: 'screen.ground.uploadRatio',
  unit: '1',
  runs: 1,
  run: () => uploadPerFrame(100) / uploadPerFrame(3.2),
};

/** Returns the mean upload over frames in which a foot changes about two tiles. The ground is `side` × `side` metres. */
function uploadPerFrame(side: number): number {
  const cell = 0.01;
  const columns = Math.round(side / cell);
  const first = -Math.floor(columns / 2);
  const ground = new GroundObject({
    cell,
    extent: { i0: first, j0: first, columns, rows: columns },
    readInitial: (out, rectangle) => out.fill(0, 0, rectangle.columns * rectangle.rows),
  });
  const frameCount = 60;
  const before = ground.uploadedBytes;
  for (let frame = 0; frame < frameCount; frame++) {
    const rectangle = { i0: 4 * frame - 120, j0: (frame % 16) - 8, columns: 28, rows: 12 };
    const heights = new Int32Array(28 * 12).fill(-20_000);
    ground.update([{ rectangle, heights, pressed: new Uint8Array(28 * 12).fill(1) }]);
  }
  const bytes = (ground.uploadedBytes - before) / frameCount;
  ground.dispose();
  return bytes;
}

/** Measures the size that the example of the README adds to a page: without three, with the Worker and the kernels. */
const minimal: Benchmark = {
  name: 'three.minimal.kB',
  unit: 'kB',
  runs: 1,
  async run() {
    const { build } = await import('vite');
    const { output } = (await build({
      configFile: false,
      root: process.cwd(),
      publicDir: false,
      logLevel: 'silent',
      resolve: { alias: { 'aftermotion/three': join(process.cwd(), 'src/three/index.ts') } },
      build: {
        write: false,
        target: 'es2023',
        modulePreload: false,
        rolldownOptions: {
          input: join(process.cwd(), 'examples/minimal.ts'),
          external: (id) => id === 'three' || id.startsWith('three/'),
        },
      },
    })) as Rolldown.RolldownOutput;
    return measureLoaded(output, (file) =>
      file.type === 'chunk' ? file.isEntry : /\bplain-ground-worker/.test(file.fileName),
    );
  },
};

/** Measures the size of all scripts and styles of the page, compressed, including three, without the page of `render`. */
const bundle: Benchmark = {
  name: 'studio.bundle.kB',
  unit: 'kB',
  runs: 1,
  why: whyNot,
  run: () => (hasPage ? compressedSize(pageFolder, (name) => !/render|\.glb$/.test(name)) : null),
};

/** Returns the sum of the sizes of the files after gzip compression, kB. */
function compressedSize(folder: string, counts: (name: string) => boolean): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && counts(entry.name)) {
      bytes += gzipSync(readFileSync(join(entry.parentPath, entry.name)), { level: 9 }).length;
    }
  }
  return bytes / 1000;
}

export const screenBenchmarks: readonly Benchmark[] = [load, dropToPrint, uploadRatio, minimal, bundle];
