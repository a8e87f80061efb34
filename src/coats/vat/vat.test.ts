import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { atlasPixel } from './fur-vat.ts';
import { buildSkinFrame, fromSkinFrame, toSkinFrame } from './skin-frame.ts';
import { layOutVat, vatPixel, widestVat } from './vat-layout.ts';

test.each([
  [1, 1],
  [300, 46],
  [widestVat, 3],
  [widestVat + 1, 2],
  [3 * widestVat + 7, 2],
])('%i vertices, %i frames: each has its own pixels within the texture', (columns, frames) => {
  const layout = layOutVat(columns, frames, true);
  expect(layout.width).toBeLessThanOrEqual(widestVat);
  const seen = new Set<number>();
  for (let frame = 0; frame < frames; frame++) {
    for (let column = 0; column < columns; column++) {
      for (const part of [0, 1, 2]) seen.add(vatPixel(layout, column, frame, part));
    }
  }
  expect(seen.size).toBe(3 * columns * frames);
  expect(Math.max(...[...seen].slice(-5))).toBeLessThan(layout.width * layout.height);
  expect(layOutVat(columns, frames, false).height).toBe((2 * layout.height) / 3);
});

test('converting vectors to the frame of a skin and back changes nothing, for any normal and tangent', () => {
  const frame = new Float64Array(9);
  for (let seed = 0; seed < 50; seed++) {
    const pick = (k: number) => [0, 1, 2].map((c) => hashUnit(seed, k, c) - 0.5);
    const normal = seed === 0 ? [0, 0, 0] : pick(1);
    const tangent = seed === 1 ? normal : seed === 2 ? [0, 0, 0] : pick(2);
    buildSkinFrame(frame, normal, tangent);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const dot = [0, 1, 2].reduce((sum, c) => sum + frame[3 * i + c] * frame[3 * j + c], 0);
        expect(dot).toBeCloseTo(i === j ? 1 : 0, 12);
      }
    }
    const [x, y, z] = pick(3);
    const [local, back] = [new Float64Array(3), new Float64Array(3)];
    toSkinFrame(local, 0, frame, x, y, z);
    fromSkinFrame(back, 0, frame, local[0], local[1], local[2]);
    [x, y, z].forEach((value, c) => {
      expect(back[c]).toBeCloseTo(value, 12);
    });
  }
});

test('slices are side by side in the atlas', () => {
  const atlas = { file: '', width: 4, height: 2, columns: 3, rows: 2 };
  const pixels = Array.from({ length: 6 * 8 }, (_, k) => atlasPixel(atlas, Math.floor(k / 8), k % 8));
  expect(new Set(pixels).size).toBe(48);
  expect(Math.max(...pixels)).toBe(47);
  expect([atlasPixel(atlas, 0, 4), atlasPixel(atlas, 1, 0), atlasPixel(atlas, 3, 0)]).toEqual([12, 4, 24]);
});
