import { expect, test } from 'vitest';
import { browserNote } from '../../testing/browser.ts';
import { useCardPage } from '../../testing/card-page.ts';
import type { CrowdPage } from './testing/crowd-page.ts';

const opened = useCardPage(new URL('testing/crowd-page.html', import.meta.url));

const draw = (backend: 'cpu' | 'webgpu') =>
  opened.page.evaluate(
    (backend) => (globalThis as typeof globalThis & { crowdPage: CrowdPage }).crowdPage.draw(backend),
    backend,
  );

test.skipIf(opened.isSkipped)(
  `WebGPURenderer draws a crowd from its own card, which looks like that of the CPU${browserNote}`,
  { timeout: opened.patience },
  async () => {
    const cpu = await draw('cpu');
    const card = await draw('webgpu');
    expect(opened.errors).toEqual([]);
    expect(card).toMatchObject({ backend: 'webgpu', failure: null, notes: [] });
    expect(cpu.backend).toBe('cpu');
    // Without the card, a row of an instance is its pose and its amplitudes.
    expect(cpu.uploadedBytes - card.uploadedBytes).toBe(4 * 5 * 25);
    const largest = Math.max(...cpu.amplitudes.map(Math.abs));
    expect(largest).toBeGreaterThan(0.05);
    expect(card.amplitudesBefore).not.toEqual(card.amplitudes);
    card.amplitudes.forEach((amplitude, k) => {
      expect(Math.abs(amplitude - cpu.amplitudes[k])).toBeLessThan(1e-5 * largest);
    });
    const differences = card.pixels.map((value, k) => Math.abs(value - cpu.pixels[k]));
    expect(differences.filter((difference) => difference > 2).length).toBeLessThan(1e-3 * differences.length);
    expect(new Set(cpu.pixels).size).toBeGreaterThan(60);
  },
);
