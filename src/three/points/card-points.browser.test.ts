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
  `WebGPURenderer draws particles from its own card, which look like those of the CPU${browserNote}`,
  { timeout: opened.patience },
  async () => {
    const cpu = await draw('cpu');
    const card = await draw('webgpu');
    expect(opened.errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [], uploadedBytes: 0 });
    expect(cpu.uploadedBytes).toBeGreaterThan(0);
    // Some are held in the box, some have died.
    expect(card.positions.length).toBe(cpu.positions.length);
    expect(card.positions.length / 3).toBeLessThan(300);
    const far = Math.max(...card.positions.map((value, k) => Math.abs(value - cpu.positions[k])));
    expect(far).toBeLessThan(1e-4);
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 4).length).toBeLessThan(0.01 * differences.length);
    const lit = cpu.pixels.filter((value, k) => k % 4 < 3 && value > 60);
    expect(lit.length).toBeGreaterThan(500);
  },
);
