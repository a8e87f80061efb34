import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureRotation } from './drive-frame.ts';
import { measureSpin, turnBy, unspin } from './rotation-vector.ts';

const identity = Float64Array.of(0, 0, 0, 1);
const vector = (size: number) =>
  fc
    .tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
    .map((values) => Float64Array.from(values, (value) => size * value));
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

test('converting a rotation vector to a rotation and back changes nothing', () => {
  fc.assert(
    fc.property(vector(1.7), (theta) => {
      const turned = new Float64Array(4);
      turnBy(turned, identity, theta);
      const back = new Float64Array(3);
      measureRotation(back, identity, turned);
      expect(apart(back, theta)).toBeLessThan(1e-12);
    }),
    { seed: 1 },
  );
});

test('angular velocity and acceleration agree with differences of near poses, at any angle below 180°', () => {
  fc.assert(
    fc.property(vector(1.7), vector(3), vector(20), (theta, first, second) => {
      const spin = new Float64Array(3);
      const rate = new Float64Array(3);
      measureSpin(spin, rate, theta, first, second);
      const h = 1e-4;
      const poseAt = (t: number) => {
        const out = new Float64Array(4);
        turnBy(
          out,
          identity,
          theta.map((v, k) => v + first[k] * t + 0.5 * second[k] * t * t),
        );
        return out;
      };
      const [before, after] = [new Float64Array(3), new Float64Array(3)];
      measureRotation(before, poseAt(-h), poseAt(0));
      measureRotation(after, poseAt(0), poseAt(h));
      expect(
        apart(
          spin,
          before.map((v, k) => (v + after[k]) / (2 * h)),
        ),
      ).toBeLessThan(1e-5);
      expect(
        apart(
          rate,
          before.map((v, k) => (after[k] - v) / (h * h)),
        ),
      ).toBeLessThan(2e-2);
      // And back.
      const rates = new Float64Array(3);
      unspin(rates, theta, spin);
      expect(apart(rates, first)).toBeLessThan(1e-9);
    }),
    { seed: 2 },
  );
});

test('the formulas for small and large angles join continuously', () => {
  const first = Float64Array.of(0.3, -1, 2);
  const second = Float64Array.of(5, 1, -3);
  const at = (angle: number) => {
    const [spin, rate] = [new Float64Array(3), new Float64Array(3)];
    measureSpin(spin, rate, Float64Array.of(0.48 * angle, 0.6 * angle, 0.64 * angle), first, second);
    return [...spin, ...rate];
  };
  const [below, above] = [at(0.2 - 1e-9), at(0.2 + 1e-9)];
  below.forEach((value, k) => void expect(Math.abs(value - above[k])).toBeLessThan(1e-7));
  const resting = at(0);
  expect(resting.slice(0, 3)).toEqual([...first]);
});
