import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleChannel } from '../motion/sample-clip.ts';
import { mergeWeights, type WeightKeys } from './merge-weights.ts';

function sample(keys: WeightKeys, t: number): number[] {
  const out = new Float64Array(keys.width);
  const { interpolation, values, width } = keys;
  sampleChannel(
    { node: 0, path: 'weights', interpolation, times: Float64Array.from(keys.times), values, width },
    t,
    out,
    0,
  );
  return [...out];
}

/** Converts −0 to 0. */
const plain = (values: number[]) => values.map((value) => value + 0);

function keysOf(interpolation: WeightKeys['interpolation'], width: number): fc.Arbitrary<WeightKeys> {
  const time = fc.integer({ min: 0, max: 40 }).map((k) => Math.fround(k / 13));
  return fc.uniqueArray(time, { minLength: 1, maxLength: 9 }).chain((list) => {
    const times = Float32Array.from(list).sort();
    const count = times.length * width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    return fc
      .array(fc.float({ min: -2, max: 2, noNaN: true }), { minLength: count, maxLength: count })
      .map((values) => ({ interpolation, times, values: Float32Array.from(values), width }));
  });
}

test.each(['STEP', 'LINEAR', 'CUBICSPLINE'] as const)(
  'merged with %s keys, both play as they did alone (seed 1)',
  (interpolation) => {
    fc.assert(
      fc.property(keysOf(interpolation, 2), keysOf('LINEAR', 3), (old, added) => {
        const merged = mergeWeights(old, added);
        expect(merged.width).toBe(5);
        for (let k = 1; k < merged.times.length; k++)
          expect(merged.times[k]).toBeGreaterThan(merged.times[k - 1]);
        for (let t = -0.1; t < 3.3; t += 0.093) {
          const expected = [...sample(old, t), ...sample(added, t)];
          sample(merged, t).forEach((value, k) => {
            expect(Math.abs(value - expected[k])).toBeLessThan(2e-5);
          });
        }
        // At the times of the old keys, the weights are unchanged.
        for (const t of old.times)
          expect(plain(sample(merged, t).slice(0, 2))).toEqual(plain(sample(old, t)));
      }),
      { seed: 1, numRuns: 25 },
    );
  },
);
