import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Clock } from './clock.ts';
import { compareFractions, floorFraction, fractionToNumber, toFraction } from './fraction.ts';
import { FrameTimes } from './frame-times.ts';

test('numbers have the value of their decimal text', () => {
  expect(toFraction(0.1)).toEqual({ numerator: 1n, denominator: 10n });
  expect(toFraction(-0.25)).toEqual({ numerator: -25n, denominator: 100n });
  expect(toFraction(1e-7)).toEqual({ numerator: 1n, denominator: 10n ** 7n });
  expect(toFraction(1.5e21)).toEqual({ numerator: 15n * 10n ** 20n, denominator: 1n });
  expect(toFraction('30000/1001')).toEqual({ numerator: 30000n, denominator: 1001n });
  expect(() => toFraction('thirty')).toThrow(RangeError);
  expect(() => toFraction(Number.NaN)).toThrow(RangeError);
  expect(() => toFraction('1/0')).toThrow(RangeError);
});

test('a fraction and the double it came from agree', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), (value) => {
      expect(fractionToNumber(toFraction(value))).toBeCloseTo(value, 6);
      expect(floorFraction(toFraction(value))).toBe(Math.floor(value) + 0);
    }),
    { seed: 1 },
  );
});

test('3 s at 30 frames per second are 91 frames, including the one at the end', () => {
  const times = new FrameTimes(0, 3, 30);
  expect(times.count).toBe(91);
  expect(times.seconds(90)).toBe(3);
  expect(times.seconds(1)).toBe(1 / 30);
});

test('an end between two frames does not add one', () => {
  expect(new FrameTimes(0, 0.99, 10).count).toBe(10);
  expect(new FrameTimes(0.3, 0.6, 10).count).toBe(4);
});

test('frames at the same time have the same tick, at any frame rate', () => {
  const clock = new Clock(120, toFraction(0));
  for (const fps of [12, 24, 25, 30, 48, 60, 120, '30000/1001', 23.976]) {
    const times = new FrameTimes(0, 100, fps);
    const whole = Array.from({ length: times.count }, (_, frame) => times.time(frame)).filter(
      (time) => compareFractions(time, { numerator: BigInt(floorFraction(time)), denominator: 1n }) === 0,
    );
    expect(whole.length).toBeGreaterThan(0);
    for (const time of whole) expect(clock.lastTickUntil(time)).toBe(floorFraction(time) * 120);
  }
});

test('a frame uses the last tick that is not after its time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 0, max: 100000 }),
      (rate, fps, frame) => {
        const clock = new Clock(rate, toFraction(0));
        const tick = clock.lastTickUntil(new FrameTimes(0, 1, fps).time(frame));
        expect(tick * fps).toBeLessThanOrEqual(frame * rate);
        expect((tick + 1) * fps).toBeGreaterThan(frame * rate);
      },
    ),
    { seed: 2 },
  );
});

test('a start between two ticks begins at the tick before it', () => {
  const clock = new Clock(120, toFraction(0.105));
  expect(clock.tick).toBe(12);
  expect(clock.secondsOf(clock.tick)).toBe(0.1);
});

test('a rate that is not an integer keeps exact ticks', () => {
  const clock = new Clock(62.5, toFraction(0));
  expect(clock.dt).toBe(0.016);
  expect(clock.secondsOf(125)).toBe(2);
});
