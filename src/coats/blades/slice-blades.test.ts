import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { furPresets } from '../../systems/fur/fur-presets.ts';
import type { BladeKind } from './blade-coat.ts';
import { radiusAt } from './blade-curve.ts';
import { type Blades, growBlades } from './grow-blades.ts';
import type { ShellTextures } from './shell-textures.ts';
import { sliceBlades } from './slice-blades.ts';
import { plainCoat } from './testing/plain-coat.ts';

const sizes = { layerCount: 16, width: 64, height: 64 };

test('one upright blade covers π r² of each layer, with r decreasing as e^−cz up to its length', () => {
  for (const [radius, size] of [
    [0.11, 64],
    [0.013, 64],
    [0.004, 32],
  ]) {
    const blades = growBlades(plainCoat({ radius: [radius, radius], taper: 1.5, length: [0.78, 0.78] }));
    const { opacities } = sliceBlades(blades, { layerCount: 16, width: size, height: size });
    for (let l = 0; l < 16; l++) {
      // A length of 0.78 is 12.48 slabs, so the thirteenth slab is covered over 0.48 of its height.
      const reach = Math.min(1, Math.max(0, 0.78 * 16 - l));
      const middle = (l + reach / 2) / 16;
      const expected = reach > 0 ? reach * Math.PI * (radius * Math.exp(-1.5 * middle)) ** 2 : 0;
      expect(Math.abs(opacities[l] - expected), `layer ${l}, radius ${radius}`).toBeLessThan(
        0.004 * expected + 1e-12,
      );
    }
  }
});

test('a blade with a tip becomes thinner to 0', () => {
  const blades = growBlades(plainCoat({ point: 0.5, taper: 0.4 }));
  const { opacities } = sliceBlades(blades, { ...sizes, layerCount: 64 });
  opacities.forEach((opacity, l) => {
    const r = radiusAt(0.05, 0.4, 1, 0.5, (l + 0.5) / 64);
    expect(Math.abs(opacity - Math.PI * r * r)).toBeLessThan(0.01 * Math.PI * r * r + 1e-9);
  });
});

test('many random blades cover 1 − (1 − π r²)^N', () => {
  for (const [count, radius] of [
    [750, 0.016],
    [300, 0.04],
  ]) {
    let sum = 0;
    for (let seed = 0; seed < 16; seed++) {
      const blades = growBlades(plainCoat({ count, radius: [radius, radius] }, { seed }));
      sum += sliceBlades(blades, { layerCount: 12, width: 64, height: 64 }).opacities[0];
    }
    // For wide blades, the mean over 16 tiles has a standard deviation of 0.007.
    expect(Math.abs(sum / 16 - (1 - (1 - Math.PI * radius * radius) ** count))).toBeLessThan(0.015);
  }
});

test('with uniformly distributed lengths the coverage decreases linearly with height', () => {
  const blades = growBlades(plainCoat({ count: 4000, radius: [0.004, 0.004], length: [0, 1] }));
  const { opacities } = sliceBlades(blades, { ...sizes, width: 128, height: 128 });
  opacities.forEach((opacity, l) => {
    const left = 1 - (l + 0.5) / 16;
    expect(Math.abs(opacity - (1 - (1 - Math.PI * 0.004 ** 2 * left) ** 4000))).toBeLessThan(0.008);
  });
});

/** A slow reference implementation: samples a leaning, bent blade densely at many heights of a slab. */
function coverByPoints(blades: Blades, layer: number, layerCount: number, size: number): Float64Array {
  const fine = 8;
  const hits = new Uint8Array((size * fine) ** 2);
  for (let i = 0; i < blades.count; i++) {
    for (let s = 0; s <= 60; s++) {
      const z = (layer + s / 60) / layerCount;
      if (z > blades.length[i]) break;
      const a = blades.bend[i];
      const fraction = (Math.exp(a * z) - 1) / (Math.exp(a) - 1);
      const x = blades.x[i] + blades.leanX[i] * fraction;
      const y = blades.y[i] + blades.leanY[i] * fraction;
      const r = blades.radius[i] * Math.exp((-blades.taper[i] * (layer + 0.5)) / layerCount);
      const n = size * fine;
      for (let v = Math.floor((y - r) * n); v <= (y + r) * n; v++) {
        for (let u = Math.floor((x - r) * n); u <= (x + r) * n; u++) {
          if (Math.hypot((u + 0.5) / n - x, (v + 0.5) / n - y) > r) continue;
          hits[(((v % n) + n) % n) * n + (((u % n) + n) % n)] = 1;
        }
      }
    }
  }
  const cover = new Float64Array(size * size);
  hits.forEach((hit, k) => {
    const column = k % (size * fine);
    const row = Math.floor(k / (size * fine));
    cover[Math.floor(row / fine) * size + Math.floor(column / fine)] += hit / (fine * fine);
  });
  return cover;
}

test('leaning and bent blades agree with brute force, also across the boundary', () => {
  for (const seed of [1, 2, 3, 4]) {
    const coat = plainCoat({ radius: [0.03, 0.09], lean: [0.3, 0.9], bend: [1, 4], taper: 0.5 }, { seed });
    const blades = growBlades(coat);
    const textures = sliceBlades(blades, { layerCount: 12, width: 32, height: 32 });
    for (const layer of [0, 5, 11]) {
      const cover = coverByPoints(blades, layer, 12, 32);
      let worst = 0;
      cover.forEach((fraction, k) => {
        worst = Math.max(worst, Math.abs(fraction - textures.texels[4 * (layer * 1024 + k)] / 255));
      });
      expect(worst, `seed ${seed}, layer ${layer}`).toBeLessThan(0.09);
    }
  }
});

/** Moves rows and columns cyclically. */
function shifted(
  { texels, width, height, layerCount }: ShellTextures,
  right: number,
  down: number,
): Uint8Array {
  const out = new Uint8Array(texels.length);
  for (let l = 0; l < layerCount; l++)
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++) {
        const from = (l * height + j) * width + i;
        const to = (l * height + ((j + down) % height)) * width + ((i + right) % width);
        out.set(texels.subarray(4 * from, 4 * from + 4), 4 * to);
      }
  return out;
}

test('the boundary has no influence: blades moved by whole texels give the same picture, moved', () => {
  const { coat } = furPresets.fox;
  const blades = growBlades({ ...coat, blades: { ...coat.blades, count: 60 }, undercoat: null });
  const moved = {
    ...blades,
    x: blades.x.map((x) => (x + 0.375) % 1),
    y: blades.y.map((y) => (y + 0.75) % 1),
  };
  const expected = shifted(sliceBlades(blades, sizes), 24, 48);
  const { texels } = sliceBlades(moved, sizes);
  let off = 0;
  for (let k = 0; k < texels.length; k += 4) {
    if (Math.abs(texels[k] - expected[k]) > 1 || Math.abs(texels[k + 3] - expected[k + 3]) > 1) off++;
  }
  expect(off).toBe(0);
});

test('every covered texel has the tone of one of its blades', () => {
  const blades = growBlades(plainCoat({ count: 9, radius: [0.02, 0.02] }));
  const tones = new Set([...blades.tone].map((tone) => Math.floor(256 * tone)));
  const { texels } = sliceBlades(blades, sizes);
  let seen = 0;
  for (let k = 0; k < texels.length; k += 4) {
    if (texels[k] === 0) continue;
    seen++;
    if (!tones.has(texels[k + 1])) expect(tones).toContain(texels[k + 1]);
  }
  expect(seen).toBeGreaterThan(9);
});

test('light decreases towards the skin, and is full at the top', () => {
  const { coat } = furPresets.dog;
  const { texels } = sliceBlades(growBlades(coat), sizes);
  const means = Array.from({ length: 16 }, (_, l) => {
    let sum = 0;
    for (let k = 0; k < 4096; k++) sum += texels[4 * (l * 4096 + k) + 3];
    return sum / 4096;
  });
  expect(means[15]).toBe(255);
  for (let l = 1; l < 16; l++) expect(means[l - 1]).toBeLessThanOrEqual(means[l]);
  expect(means[0]).toBeLessThan(0.5 * means[15]);
});

test('full layers transmit e^−depth', () => {
  // The blade is as wide as the tile, so it covers every texel.
  const blades = growBlades(plainCoat({ count: 400, radius: [0.24, 0.24] }));
  const { texels } = sliceBlades(blades, { layerCount: 128, width: 8, height: 8, lightDepth: 2 });
  expect(texels[0]).toBe(255);
  expect(Math.abs(texels[3] / 255 - Math.exp((-2 * 127) / 128))).toBeLessThan(0.004);
});

// If this hash changes, the change log needs a line under "Results changed".
const golden = '35356ffbc00ec969';

test('textures are bit-identical to the recorded ones', () => {
  const long: Partial<BladeKind> = {
    count: 200,
    length: [0.4, 1],
    radius: [0.01, 0.02],
    taper: 1,
    point: 0.6,
    lean: [0, 0.2],
    bend: [0, 3],
  };
  const coat = plainCoat(long, {
    undercoat: { ...plainCoat({}).blades, count: 300, length: [0.1, 0.3], radius: [0.01, 0.01] },
    scatter: 1,
    clumps: { count: 12, pull: 0.4, taper: 0, variation: 0 },
  });
  const textures = sliceBlades(growBlades(coat), { layerCount: 12, width: 64, height: 64 });
  expect(new Hasher().array(textures.texels).array(textures.opacities).digest()).toBe(golden);
});

test('textures need not be square', () => {
  const blades = growBlades(plainCoat({ radius: [0.1, 0.1] }));
  const { opacities, texels } = sliceBlades(blades, { layerCount: 12, width: 64, height: 16 });
  expect(texels.length).toBe(4 * 64 * 16 * 12);
  expect(Math.abs(opacities[3] - Math.PI * 0.01)).toBeLessThan(2e-4);
});

test('in all presets the coverage decreases upward, and no layer is empty', () => {
  for (const [name, { coat, layerCount }] of Object.entries(furPresets)) {
    const { opacities } = sliceBlades(growBlades(coat), { layerCount, width: 64, height: 64 });
    expect(opacities[0], name).toBeGreaterThan(0.25);
    for (let l = 1; l < layerCount; l++)
      expect(opacities[l], `${name} ${l}`).toBeLessThan(opacities[l - 1] + 0.02);
    expect(opacities[layerCount - 1], name).toBeGreaterThan(0);
  }
});

test('invalid values are refused', () => {
  const blades = growBlades(plainCoat({}));
  for (const part of [
    { layerCount: 11 },
    { layerCount: 129 },
    { layerCount: 12.5 },
    { width: 0 },
    { width: 100 },
    { height: 2048 },
    { height: Number.NaN },
    { lightDepth: -1 },
    { lightSpread: Number.NaN },
  ])
    expect(() => sliceBlades(blades, { ...sizes, ...part }), JSON.stringify(part)).toThrow(InputError);
});
