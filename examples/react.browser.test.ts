import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Shown, Wanted } from '../src/react/testing/lifecycle.tsx';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
import { preparePart } from './testing/prepare-part.ts';
import { type RunningExample, runExample } from './testing/run-example.ts';

const lifecycle = readFileSync(new URL('../src/react/testing/lifecycle.tsx', import.meta.url), 'utf8');

/** The page with all components, in React's StrictMode, which mounts everything twice. */
describe.skipIf(!findTestBrowser() || !isLong)(
  `React Three Fiber${browserNote}`,
  { timeout: 240_000 },
  () => {
    let browser: Browser;
    let running: RunningExample;
    beforeAll(async () => {
      browser = await launchTestBrowser();
      running = await runExample(browser, {
        name: 'react',
        edit: () => lifecycle.replaceAll("'../../three/index.ts'", "'aftermotion/three'"),
        isDevelopment: true,
        async addFiles(folder) {
          const part = await preparePart('heavy-mannequin', {
            joints: ['spine.1', 'spine.2'],
            elements: 150,
            modes: 4,
          });
          await writeFile(join(folder, 'belly.flesh'), part);
        },
      });
      await waitFor(({ objects }) => objects > 10);
    }, 240_000);
    afterAll(async () => {
      await running?.close();
      await browser?.close();
    });

    const read = () => running.page.evaluate('globalThis.read?.()') as Promise<Shown | undefined>;
    const want = (change: Partial<Wanted>) =>
      running.page.evaluate(`globalThis.want(${JSON.stringify(change)})`);
    async function waitFor(isDone: (shown: Shown) => boolean): Promise<Shown> {
      const end = Date.now() + 90_000;
      const errorCount = running.errors.length;
      for (;;) {
        const shown = await read();
        if (shown && isDone(shown)) return shown;
        if (Date.now() > end || running.errors.length > errorCount) {
          throw new Error(`${JSON.stringify(shown)} ; ${running.errors.join('\n')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    const frames = async (count: number) => {
      const { frames: before } = (await read())!;
      return waitFor((shown) => shown.frames >= before + count);
    };

    let bare: Shown['memory'];

    test('a ground takes prints, with one Worker, and its reference is set before the effects', async () => {
      bare = (await frames(3)).memory;
      await want({ ground: true });
      const shown = await waitFor(({ hasPrints }) => hasPrints);
      expect(shown).toMatchObject({ workers: 1, groundCount: 1, isGroundThereInEffect: true, notes: [] });
    });

    test('each frame is drawn once, also if another effect draws', async () => {
      for (const ownDrawing of [false, true, false]) {
        await want({ ownDrawing });
        const before = await frames(2);
        const after = await frames(10);
        // A frame may be half done when the numbers are read.
        expect(Math.abs(after.draws - before.draws - (after.frames - before.frames))).toBeLessThanOrEqual(1);
      }
    });

    test('its place changes without a new ground; another material begins anew and ends the old Worker', async () => {
      await want({ height: 0.01 });
      expect(await waitFor(({ level }) => level === 0.01)).toMatchObject({ groundCount: 1, hasPrints: true });
      await want({ height: 0, material: 'snow' });
      await waitFor(({ groundCount }) => groundCount >= 2);
      expect(await waitFor(({ hasPrints }) => hasPrints)).toMatchObject({ workers: 1, level: 0 });
    });

    test('a model that is replaced leaves prints as well', async () => {
      await want({ model: 'mannequin.glb', material: 'sand' });
      await waitFor(({ hasPrints }) => !hasPrints);
      expect(await waitFor(({ hasPrints }) => hasPrints)).toMatchObject({ workers: 1, failure: null });
      await want({ character: false });
      await frames(3);
      await want({ character: true, model: 'heavy-mannequin.glb' });
      expect(await frames(3)).toMatchObject({ workers: 1, failure: null });
    });

    test('flesh, fur and particles run, two of them in Workers', async () => {
      await want({ others: true });
      const shown = await waitFor((one) => one.hasFlesh && one.hasFur && one.particleTime > 0);
      expect(shown).toMatchObject({ workers: 3, failure: null });
    });

    test('ten mounts leave no Worker, no object and no memory of the graphics card', async () => {
      const ending = { ground: false, others: false };
      await want(ending);
      await waitFor(({ workers }) => workers === 0);
      const first = await frames(3);
      for (let k = 0; k < 10; k++) {
        await want({ ground: true, others: true });
        await waitFor(({ workers, hasFur, particleTime }) => workers === 3 && hasFur && particleTime > 0);
        await want(ending);
        await waitFor(({ workers }) => workers === 0);
      }
      const last = await frames(3);
      expect(last).toMatchObject({ memory: first.memory, objects: first.objects, failure: null });
      // Textures of the character itself may have been loaded in the meantime.
      expect(first.memory.geometries).toBeLessThanOrEqual(bare.geometries);
    }, 240_000);

    test('a canvas that draws on demand draws while a simulation runs, and rests while it is paused', async () => {
      await want({ frameloop: 'demand', ground: true, paused: false });
      await frames(5);
      await want({ paused: true });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const before = (await read())!;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect((await read())!.frames).toBe(before.frames);
      await want({ paused: false, frameloop: 'always' });
      await frames(5);
    });

    test('a wrong option reaches the error boundary, and the corrected one works', async () => {
      expect(running.errors).toEqual([]);
      await want({ material: 'saand' });
      await running.page.waitForTimeout(1000);
      const { failure } = (await read())!;
      expect(failure).toMatch(/did you mean "sand"/);
      await want({ material: 'sand' });
      expect(await waitFor(({ hasPrints }) => hasPrints)).toMatchObject({ workers: 1 });
    });
  },
);
