import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { growBlades } from './grow-blades.ts';
import { buildMipLevels, scaleToCutoff } from './mip-levels.ts';
import type { ShellTextures } from './shell-textures.ts';
import { sliceBlades } from './slice-blades.ts';
import { plainCoat } from './testing/plain-coat.ts';

const coat = plainCoat({ count: 900, radius: [0.004, 0.012], length: [0.4, 1], taper: 0.7, lean: [0, 0.1] });
const full = sliceBlades(growBlades(coat), { layerCount: 12, width: 64, height: 32 });
const levels = buildMipLevels(full);

function meanOpacity({ texels, width, height }: ShellTextures, layer: number): number {
  let sum = 0;
  for (let k = 0; k < width * height; k++) sum += texels[4 * (layer * width * height + k)];
  return sum / (width * height);
}

test('levels go down to one texel and keep the mean opacity of every layer', () => {
  expect(levels.map(({ width, height }) => `${width} × ${height}`)).toEqual([
    '64 × 32',
    '32 × 16',
    '16 × 8',
    '8 × 4',
    '4 × 2',
    '2 × 1',
    '1 × 1',
  ]);
  for (const level of levels) {
    expect(level.texels.length).toBe(4 * level.width * level.height * 12);
    for (let l = 0; l < 12; l++)
      expect(Math.abs(meanOpacity(level, l) - meanOpacity(full, l))).toBeLessThanOrEqual(0.5);
  }
});

test('empty texels give no colour to smaller levels', () => {
  const texels = new Uint8Array(4 * 8 * 8 * 12);
  for (let k = 0; k < texels.length; k += 4)
    texels.set(k % 8 === 0 ? [200, 90, 40, 255] : [0, 255, 255, 255], k);
  const made = buildMipLevels({
    width: 8,
    height: 8,
    layerCount: 12,
    texels,
    opacities: new Float64Array(12),
  });
  for (const { texels: smaller } of made.slice(1))
    expect([...smaller.subarray(0, 4)]).toEqual([100, 90, 40, 255]);
});

test('with a cut-off the share of texels that pass is kept', () => {
  const share = ({ texels, width, height }: ShellTextures, layer: number) => {
    let passing = 0;
    for (let k = 0; k < width * height; k++) if (texels[4 * (layer * width * height + k)] >= 128) passing++;
    return passing / (width * height);
  };
  let worstPlain = 0;
  for (const level of levels.slice(1, 4)) {
    const scaled = scaleToCutoff(level, full, 128);
    const size = level.width * level.height;
    for (let l = 0; l < 12; l++) {
      worstPlain = Math.max(worstPlain, Math.abs(share(level, l) - share(full, l)));
      // Texels of one opacity pass together: no cut-off of the level itself would do better.
      const wanted = Math.round(share(full, l) * size);
      let best = wanted;
      for (let cutoff = 1; cutoff <= 255; cutoff++) {
        let passing = 0;
        for (let k = 0; k < size; k++) if (level.texels[4 * (l * size + k)] >= cutoff) passing++;
        best = Math.min(best, Math.abs(passing - wanted));
      }
      expect(Math.abs(share(scaled, l) * size - wanted)).toBeCloseTo(best, 6);
    }
  }
  expect(worstPlain).toBeGreaterThan(0.1);
  for (const cutoff of [0, 256, 1.5, Number.NaN])
    expect(() => scaleToCutoff(levels[1], full, cutoff)).toThrow(InputError);
});
