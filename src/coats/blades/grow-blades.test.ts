import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import type { BladeCoat } from './blade-coat.ts';
import { growBlades } from './grow-blades.ts';
import { plainCoat } from './testing/plain-coat.ts';

const many = plainCoat({
  count: 4000,
  length: [0.3, 0.9],
  radius: [0.002, 0.006],
  lean: [0.1, 0.2],
  bend: [-1, 3],
});

/**
 * Returns the maximum difference between the cumulative distribution of the values and that of a uniform distribution (Kolmogorov,
 * Smirnov).
 */
function farthestFromEven(values: Float64Array, low: number, high: number): number {
  const sorted = values.slice().sort();
  let farthest = 0;
  sorted.forEach((value, k) => {
    const fraction = (value - low) / (high - low);
    farthest = Math.max(
      farthest,
      Math.abs(fraction - k / sorted.length),
      Math.abs(fraction - (k + 1) / sorted.length),
    );
  });
  return farthest;
}

/** The factor 1.95 is exceeded by one in a thousand uniform samples. */
const bound = (count: number) => 1.95 / Math.sqrt(count);

test('lengths, radii, inclinations, bends and tones are uniformly distributed over their ranges', () => {
  const blades = growBlades(many);
  const { count } = blades;
  expect(farthestFromEven(blades.length, 0.3, 0.9)).toBeLessThan(bound(count));
  expect(farthestFromEven(blades.radius, 0.002, 0.006)).toBeLessThan(bound(count));
  expect(farthestFromEven(blades.bend, -1, 3)).toBeLessThan(bound(count));
  expect(farthestFromEven(blades.tone, 0, 1)).toBeLessThan(bound(count));
  const lean = blades.leanX.map((x, k) => Math.hypot(x, blades.leanY[k]));
  expect(farthestFromEven(lean, 0.1, 0.2)).toBeLessThan(bound(count));
  const angle = blades.leanX.map((x, k) => Math.atan2(blades.leanY[k], x));
  expect(farthestFromEven(angle, -Math.PI, Math.PI)).toBeLessThan(bound(count));
});

test('blades lean no further from their direction than the spread', () => {
  const blades = growBlades({ ...many, direction: 2, directionSpread: 0.3 });
  const angles = blades.leanX.map((x, k) => Math.atan2(blades.leanY[k], x));
  expect(Math.min(...angles)).toBeGreaterThan(1.7);
  expect(Math.max(...angles)).toBeLessThan(2.3);
  expect(Math.max(...angles) - Math.min(...angles)).toBeGreaterThan(0.55);
});

/** Returns the mean distance to the nearest neighbour on the repeating tile, as a multiple of 1/√count. For random positions it is 0.5. */
function meanGap({ x, y, count }: ReturnType<typeof growBlades>): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let nearest = Infinity;
    for (let k = 0; k < count; k++) {
      if (k === i) continue;
      const dx = Math.abs(x[i] - x[k]);
      const dy = Math.abs(y[i] - y[k]);
      nearest = Math.min(nearest, Math.hypot(Math.min(dx, 1 - dx), Math.min(dy, 1 - dy)));
    }
    sum += nearest;
  }
  return (sum / count) * Math.sqrt(count);
}

test('scatter goes from uniform to random positions', () => {
  const gap = (scatter: number) =>
    meanGap(growBlades({ ...many, blades: { ...many.blades, count: 1000 }, scatter }));
  expect(gap(0)).toBeGreaterThan(0.75);
  expect(gap(1)).toBeGreaterThan(0.55);
  expect(gap(64)).toBeGreaterThan(0.46);
  expect(gap(64)).toBeLessThan(0.54);
});

test('clumps move tips together', () => {
  const loose = growBlades(many);
  const gapOfTips = (pull: number) => {
    const blades = growBlades({
      ...many,
      blades: { ...many.blades, count: 800 },
      clumps: { count: 40, pull, taper: 0, variation: 0 },
    });
    const wrap = (v: number) => v - Math.floor(v);
    const x = blades.x.map((v, k) => wrap(v + blades.leanX[k] - loose.leanX[k]));
    const y = blades.y.map((v, k) => wrap(v + blades.leanY[k] - loose.leanY[k]));
    return meanGap({ ...blades, x, y });
  };
  expect(gapOfTips(1)).toBeLessThan(1e-9);
  expect(gapOfTips(0.5)).toBeLessThan(0.7 * gapOfTips(0));
});

test('locks are pointed and differ in length, and the longest blade keeps the length of the coat', () => {
  const clumps = { count: 40, pull: 0.5, taper: 0.6, variation: 0 };
  const plain = { ...many.blades, length: [0.8, 0.8] as const };
  const coat = { ...many, blades: plain, undercoat: { ...plain, count: 500, length: [0.3, 0.3] as const } };
  const pointed = growBlades({ ...coat, clumps });
  // Blades that lean more are farther from the middle of their lock.
  const loose = growBlades(coat);
  const away = [...pointed.leanX].map((x, k) =>
    Math.hypot(x - loose.leanX[k], pointed.leanY[k] - loose.leanY[k]),
  );
  const meanLength = (isThere: (distance: number) => boolean) => {
    const among = [...away.keys()].filter((k) => k < pointed.longCount && isThere(away[k]));
    return among.reduce((sum, k) => sum + pointed.length[k], 0) / among.length;
  };
  expect(meanLength((d) => d < 0.015)).toBeGreaterThan(1.4 * meanLength((d) => d > 0.05));
  expect(Math.max(...pointed.length)).toBeCloseTo(0.8, 12);
  expect(new Set(pointed.length.slice(pointed.longCount))).toEqual(new Set([0.3]));
  // Without taper, all blades of a lock have one length.
  const uneven = growBlades({ ...coat, clumps: { ...clumps, taper: 0, variation: 0.5 } });
  const lengths = new Set([...uneven.length.slice(0, uneven.longCount)].map((length) => length.toFixed(9)));
  expect(lengths.size).toBeGreaterThan(20);
  expect(lengths.size).toBeLessThanOrEqual(40);
});

test('the undercoat comes last and does not change the blades before it', () => {
  const bare = growBlades(many);
  const coat = growBlades({ ...many, undercoat: { ...many.blades, count: 500, length: [0, 0.2] } });
  expect(coat.count).toBe(4500);
  expect(coat.longCount).toBe(4000);
  expect(coat.x.slice(0, 4000)).toEqual(bare.x);
  expect(coat.length.slice(0, 4000)).toEqual(bare.length);
  expect(Math.max(...coat.length.slice(4000))).toBeLessThanOrEqual(0.2);
});

test('different seeds give different blades, equal seeds equal ones', () => {
  expect(growBlades(many)).toEqual(growBlades(many));
  expect(growBlades({ ...many, seed: 8 }).x).not.toEqual(growBlades(many).x);
});

test('all invalid values are reported together', () => {
  const wrong = (part: object) => () => growBlades({ ...many, ...part } as BladeCoat);
  for (const part of [
    { seed: 0.5 },
    { seed: Number.NaN },
    { scatter: -1 },
    { directionSpread: 4 },
    { direction: Infinity },
    { clumps: { count: 0, pull: 0.5, taper: 0, variation: 0 } },
    { blades: { ...many.blades, count: 0 } },
    { blades: { ...many.blades, count: 1.5 } },
    { blades: { ...many.blades, radius: [0, 0.1] } },
    { blades: { ...many.blades, length: [0.9, 0.3] } },
    { blades: { ...many.blades, length: undefined } },
    { blades: { ...many.blades, bend: [0, 9] } },
    { undercoat: { ...many.blades, taper: Number.NaN } },
  ])
    expect(wrong(part), JSON.stringify(part)).toThrow(InputError);
  expect(wrong({ seed: 'a', scatter: 65 })).toThrow(
    'coat.seed: expected a whole number from -2147483648 to 4294967295, got a\ncoat.scatter: expected a number from 0 to 64, got 65',
  );
});
