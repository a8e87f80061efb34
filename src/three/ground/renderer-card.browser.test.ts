import { expect, test } from 'vitest';
import { browserNote } from '../../testing/browser.ts';
import { useCardPage } from '../../testing/card-page.ts';
import type { CardPage } from './testing/card-page.ts';

const opened = useCardPage(new URL('testing/card-page.html', import.meta.url));

const draw = (backend: 'cpu' | 'webgpu') =>
  opened.page.evaluate(
    (backend) => (globalThis as typeof globalThis & { cardPage: CardPage }).cardPage.draw(backend),
    backend,
  );

test.skipIf(opened.isSkipped)(
  `WebGPURenderer draws a ground from its own card, which looks like that of the CPU${browserNote}`,
  { timeout: opened.patience },
  async () => {
    const cpu = await draw('cpu');
    const card = await draw('webgpu');
    expect(opened.errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [], uploadedBytes: 0 });
    expect(cpu.uploadedBytes).toBeGreaterThan(0);
    expect(Math.max(...cpu.heights) - Math.min(...cpu.heights)).toBeGreaterThan(0.03);
    // The lowest bit is not drawn in touched tiles, of which the card has more.
    card.heights.forEach((height, k) => {
      expect(Math.abs(height - cpu.heights[k])).toBeLessThan(1.01 * 2 ** -20);
    });
    expect(card.heightsBefore).not.toEqual(cpu.heights);
    // Around the print the card draws more tiles with all their columns than the CPU.
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 2).length).toBeLessThan(0.01 * differences.length);
    const spread = Math.max(...cpu.pixels) - Math.min(...cpu.pixels.filter((_, k) => k % 4 < 3));
    expect(spread).toBeGreaterThan(60);
  },
);
