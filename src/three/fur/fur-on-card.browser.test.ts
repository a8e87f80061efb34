import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { CardFurPage, DrawnFur } from './testing/card-fur-page.ts';

const isSkipped = !findTestBrowser() || !isLong;
/** SwiftShader draws and compiles on a CPU that other programs use too. */
const patience = 900_000;
let served: ServedPage | null = null;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  if (isSkipped) return;
  served = await serveTestPage(fileURLToPath(new URL('testing/card-fur-page.html', import.meta.url)));
  page = await served.browser.newPage();
  watchErrors(page, errors);
  await page.goto(served.address);
}, patience);
afterAll(() => served?.close());

const size = 256;

function draw(backend: 'cpu' | 'webgpu', fins: boolean): Promise<DrawnFur> {
  return page.evaluate(
    ([backend, fins, size]) =>
      (globalThis as typeof globalThis & { cardFurPage: CardFurPage }).cardFurPage.draw(backend, fins, size),
    [backend, fins, size] as const,
  );
}

test.skipIf(isSkipped).each([false, true])(
  `WebGPURenderer draws fur from its own card, which looks like that of the CPU (fins: %s)${browserNote}`,
  { timeout: patience },
  async (fins) => {
    const cpu = await draw('cpu', fins);
    const card = await draw('webgpu', fins);
    const folder = process.env.AFTERMOTION_PICTURES;
    if (folder) {
      mkdirSync(folder, { recursive: true });
      for (const [name, { pixels }] of Object.entries({ cpu, card })) {
        const rgb = Buffer.from(pixels.filter((_, k) => k % 4 !== 3));
        writeFileSync(
          `${folder}/fur-${name}-${fins}.ppm`,
          Buffer.concat([Buffer.from(`P6 ${size} ${size} 255\n`), rgb]),
        );
      }
    }
    expect(errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [], drawnBytes: 0 });
    expect(cpu.drawnBytes).toBeGreaterThan(1000);
    // Matrices of two bones at both ends of a frame, and arguments of dispatches.
    expect(card.frameBytes).toBeGreaterThan(0);
    expect(card.frameBytes).toBeLessThan(4000);
    expect(card.offsetsBefore).not.toEqual(card.offsets);
    card.offsets.forEach((value, k) => {
      expect(Math.abs(value - cpu.offsets[k])).toBeLessThan(2e-5);
    });
    // Which blades a fragment meets depends on rounding at their edges.
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 16).length).toBeLessThan(
      0.01 * differences.length,
    );
    const isLit = cpu.pixels.filter((value, k) => k % 4 === 0 && value > 60).length;
    expect(isLit).toBeGreaterThan(0.05 * size * size);
  },
);
