import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserNote } from '../../testing/browser.ts';
import { useCardPage } from '../../testing/card-page.ts';
import type { CardFurPage, DrawnFur } from './testing/card-fur-page.ts';

const opened = useCardPage(new URL('testing/card-fur-page.html', import.meta.url));

const size = 256;

function draw(backend: 'cpu' | 'webgpu', fins: boolean): Promise<DrawnFur> {
  return opened.page.evaluate(
    ([backend, fins, size]) =>
      (globalThis as typeof globalThis & { cardFurPage: CardFurPage }).cardFurPage.draw(backend, fins, size),
    [backend, fins, size] as const,
  );
}

test.skipIf(opened.isSkipped).each([false, true])(
  `WebGPURenderer draws fur from its own card, which looks like that of the CPU (fins: %s)${browserNote}`,
  { timeout: opened.patience },
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
    expect(opened.errors).toEqual([]);
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
