import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { expandFrame, reduceMotion, weightsAt } from './reduce-motion.ts';

const length = 30;
const shape = (seed: number) => Float64Array.from({ length }, (_, k) => hashUnit(seed, k) - 0.5);

/** Creates a rest shape and two shapes with independent weights. */
function makeFrames(count: number): Float32Array[] {
  const [rest, one, two] = [1, 2, 3].map(shape);
  return Array.from({ length: count }, (_, f) =>
    Float32Array.from(
      rest,
      (value, k) => value + Math.sin(0.3 * f) * one[k] + 0.2 * Math.cos(0.7 * f) * two[k],
    ),
  );
}

test.each([40, 300])('what two shapes make comes back from two, on each of %i frames', (count) => {
  const frames = makeFrames(count);
  const motion = reduceMotion(frames, 5);
  expect(motion.targets.length).toBeLessThanOrEqual(5);
  expect(motion.leftOut[2]).toBeLessThan(1e-5);
  const two = reduceMotion(frames, 2);
  expect(two.targets.length).toBe(2);
  const shown = new Float64Array(length);
  let worst = 0;
  frames.forEach((frame, f) => {
    expandFrame(shown, two, f);
    for (let k = 0; k < length; k++) worst = Math.max(worst, Math.abs(shown[k] - frame[k]));
  });
  expect(worst).toBeLessThan(1e-5);
  expect(two.weights.every((weight) => Math.abs(weight) < 1.01)).toBe(true);
});

test('a single shape is the one with the min error, and its error is reported', () => {
  const frames = makeFrames(60);
  const one = reduceMotion(frames, 1);
  let [left, all] = [0, 0];
  const shown = new Float64Array(length);
  frames.forEach((frame, f) => {
    expandFrame(shown, one, f);
    for (let k = 0; k < length; k++) {
      left += (shown[k] - frame[k]) ** 2;
      all += (one.rest[k] - frame[k]) ** 2;
    }
  });
  expect(Math.sqrt(left / all)).toBeCloseTo(one.leftOut[1], 4);
  expect(one.leftOut[1]).toBeLessThan(0.35);
});

test('points that do not move have no targets, at any distance from the origin; one frame is no motion', () => {
  const still = shape(1);
  const far = Array.from({ length: 9 }, (_, f) =>
    // The rounding error of positions that are this far away.
    Float32Array.from(still, (value, k) => 1000 + value + 3e-5 * (hashUnit(f, k) - 0.5)),
  );
  expect(reduceMotion(far, 4).targets).toEqual([]);
  expect(reduceMotion([Float32Array.from(still)], 4)).toMatchObject({
    targets: [],
    rest: Float32Array.from(still),
  });
});

test('weights are linear between frames, and constant outside', () => {
  const motion = { ...reduceMotion(makeFrames(3), 1), weights: Float32Array.of(0, 1, 0.5) };
  const times = [1, 2, 4];
  expect([0, 1, 1.25, 2, 3, 4, 9].map((t) => weightsAt(motion, times, t)[0])).toEqual([
    0, 0, 0.25, 1, 0.75, 0.5, 0.5,
  ]);
});
