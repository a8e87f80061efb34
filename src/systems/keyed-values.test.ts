import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integrateKeys } from './integrate-keys.ts';
import { interpolations, type KeyedValue, sortKeys, valueAt } from './keyed-values.ts';

/** Numbers without −0: the sign of zero has no meaning. */
const number = fc.double({ min: -100, max: 100, noNaN: true }).map((value) => value + 0);
const keyed: fc.Arbitrary<KeyedValue<number>> = fc.record({
  keys: fc.array(fc.record({ time: fc.double({ min: -5, max: 5, noNaN: true }), value: number }), {
    minLength: 1,
    maxLength: 6,
  }),
  interpolation: fc.constantFrom(...interpolations),
});
const time = fc.double({ min: -8, max: 8, noNaN: true });

test('a value is between those of the keys around it, and at a key it is that of the last key of this time', () => {
  fc.assert(
    fc.property(keyed, time, (written, t) => {
      const { keys, interpolation } = sortKeys(written) as KeyedValue<number>;
      const value = valueAt({ keys, interpolation }, t);
      const before = keys.findLast((key) => key.time <= t) ?? keys[0];
      const after = keys.find((key) => key.time > t) ?? keys[keys.length - 1];
      expect(value).toBeGreaterThanOrEqual(Math.min(before.value, after.value) - 1e-9);
      expect(value).toBeLessThanOrEqual(Math.max(before.value, after.value) + 1e-9);
      if (interpolation === 'step') expect(value).toBe(before.value);
      for (const key of keys) {
        const last = keys.findLast((other) => other.time === key.time)!;
        expect(valueAt({ keys, interpolation }, key.time)).toBe(last.value);
      }
    }),
  );
});

test('between equal values it is exactly this value, also for vectors', () => {
  fc.assert(
    fc.property(keyed, number, time, ({ keys, interpolation }, value, t) => {
      const same = keys.map((key) => ({ ...key, value }));
      expect(valueAt(sortKeys({ keys: same, interpolation }), t)).toBe(value);
      const vectors = keys.map((key) => ({ ...key, value: [value, -value] }));
      expect(valueAt(sortKeys({ keys: vectors, interpolation }), t)).toEqual([value, -value]);
    }),
  );
});

test('the integral is the sum of small steps, is 0 at 0 s, and grows by parts', () => {
  const wind: KeyedValue = {
    keys: [
      { time: 0.5, value: [3, 0, 4] },
      { time: 2, value: [0, 0, 0] },
      { time: 2, value: [0, 6, 0] },
      { time: 3, value: [0, -6, 0] },
    ],
  };
  for (const interpolation of interpolations) {
    const of = { ...wind, interpolation };
    for (const t of [-1, 0.3, 1.2, 2.4, 4]) {
      const count = 20_000;
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const value = valueAt(of, ((k + 0.5) * t) / count) as readonly number[];
        sum += (Math.hypot(...value) * t) / count;
      }
      // The speed has a bend where the velocity passes through 0.
      expect(integrateKeys(of, 'length', t)).toBeCloseTo(sum, 1);
      if (t < 2) expect(integrateKeys(of, 'length', t)).toBeCloseTo(sum, 3);
    }
    expect(integrateKeys(of, 'length', 0)).toBe(0);
  }
  const halving: KeyedValue = { keys: [2, 8].map((value, time) => ({ time, value })) };
  expect(integrateKeys(halving, 'inverse', 1)).toBeCloseTo(Math.log(4) / 6, 6);
});
