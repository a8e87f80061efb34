import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { buildExample } from '../../examples/testing/build-example.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { launchTestBrowser } from '../../src/testing/browser.ts';
import { scenesFolder } from './checkout.ts';
import { readPng } from './render-scene.ts';

/** Frames of a 60th of a second before the picture is taken. */
const frameCount = 180;

/** Draws `examples/crowd.ts` after 3 s, in a browser on the CPU. Each frame waits until the three Workers have answered. */
export async function drawCrowdLive(samples: number): Promise<Picture> {
  const [width, height] = samples > 1 ? [1280, 720] : [480, 270];
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-crowd-'));
  await buildExample({ name: 'crowd', outDir: folder, edit: stepByStep });
  copyFileSync(join(scenesFolder, 'assets', 'mannequin.glb'), join(folder, 'mannequin.glb'));
  const options = { port: 0, host: '127.0.0.1' };
  const server = await preview({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { outDir: folder },
    preview: options,
  });
  const browser = await launchTestBrowser(0);
  try {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${server.resolvedUrls!.local[0]}crowd.html`);
    await page.waitForFunction('globalThis.crowd !== undefined', null, { timeout: 120_000 });
    const url = await page.evaluate(walk, frameCount);
    return readPng(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces the example's loop by functions that make one frame, and draw. */
function stepByStep(text: string): string {
  return text
    .replace('const timer = new THREE.Timer();', '')
    .replace(/renderer\.setAnimationLoop\(.*\n.*\n.*\n/, 'const step = (dt: number) => {\n  time += dt;\n')
    .replace(
      '  renderer.render(scene, camera);\n});',
      '};\nconst draw = () => renderer.render(scene, camera);\n' +
        'Object.assign(globalThis, { crowd: { step, draw, systems: [ground, grass, flakes] } });',
    );
}

interface Crowd {
  step(dt: number): void;
  draw(): void;
  readonly systems: readonly { pending: number; thread: { isReady: boolean } }[];
}

/** Makes frames, then returns the picture as a data URL. Runs in the page. */
async function walk(frames: number): Promise<string> {
  const { step, draw, systems } = (globalThis as unknown as { crowd: Crowd }).crowd;
  for (let frame = 0; frame < frames; ) {
    if (systems.every(({ pending, thread }) => thread.isReady && pending === 0)) {
      step(1 / 60);
      frame++;
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  while (systems.some(({ pending }) => pending > 0)) await new Promise((resolve) => setTimeout(resolve, 1));
  draw();
  return document.querySelector('canvas')!.toDataURL('image/png');
}
