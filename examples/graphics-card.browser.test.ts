import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
import { waitInPage } from './testing/forms.ts';
import { runExample } from './testing/run-example.ts';

const isSkipped = !findTestBrowser() || !isLong;
let browser: Browser;
beforeAll(async () => {
  if (!isSkipped) browser = await launchTestBrowser();
});
afterAll(() => browser?.close());

/** Drags the character of the minimal example through sand, on a backend. Returns what the page then shows. */
async function drag(backend: 'cpu' | 'webgpu') {
  const edit = (text: string) => `${text
    .slice(0, text.indexOf('const timer'))
    .replace('mixer.clipAction(gltf.animations[0]).play();', '')
    .replace(
      "{ material: 'sand' }",
      `{ material: 'sand', size: [4, 2], cell: 0.04, backend: '${backend}', onNote: (note) => notes.push(note) }`,
    )}
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
    const session = (ground as any).session;
    // Until the card is ready, the ground is on the CPU.
    while (ground.backend !== '${backend}' && ground.failure === null) await pause();
    for (let frame = 0; frame < 8 && ground.failure === null; frame++) {
      runner.position.set(-0.5 + 0.04 * frame, 0, 0);
      runner.updateMatrixWorld(true);
      do {
        ground.update(frame < 1 ? 0 : 1 / 60);
        await pause();
      } while (!session.thread?.isReady && ground.failure === null);
      while (session.unanswered.pending > 0) await pause();
    }
    const heights = [];
    for (let z = -0.5; z <= 0.5; z += 0.04) for (let x = -1; x <= 0.5; x += 0.04) heights.push(ground.object.heightAt(x, z));
    Object.assign(globalThis, { result: { heights, backend: ground.backend, device: ground.device, failure: ground.failure, notes } });`;
  const notes = (text: string) => `const notes: string[] = [];\n${edit(text)}`;
  const { page, errors, close } = await runExample(browser, { name: 'minimal', edit: notes });
  await waitInPage(page, () => 'result' in globalThis, 600).catch((error) => {
    throw new Error(`${error}; ${errors.join('\n')}`);
  });
  const result = (await page.evaluate('globalThis.result')) as {
    heights: number[];
    backend: string;
    device: string | null;
    failure: string | null;
    notes: string[];
  };
  expect(errors).toEqual([]);
  await close();
  return result;
}

test.skipIf(isSkipped)(
  `a ground on the graphics card of a browser has the heights of the CPU${browserNote}`,
  { timeout: 900_000 },
  async () => {
    const cpu = await drag('cpu');
    const card = await drag('webgpu');
    expect(card.failure).toBeNull();
    expect(card.backend).toBe('webgpu');
    expect(card.device).toMatch(/swiftshader/i);
    expect(cpu).toMatchObject({ backend: 'cpu', device: null, failure: null });
    expect(Math.max(...cpu.heights) - Math.min(...cpu.heights)).toBeGreaterThan(0.02);
    expect(card.heights).toEqual(cpu.heights);
  },
);
