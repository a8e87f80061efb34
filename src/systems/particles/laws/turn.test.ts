import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { quaternionFromAxisAngle } from '../../../math/slerp.ts';
import { KeyLaw } from './key-law.ts';
import { createStepLaw } from './step-law.ts';
import { leadTurn, turnFreely } from './turn.ts';

function randomUnit(seed: number, length: number): number[] {
  const v = Array.from({ length }, (_, k) => 2 * hashUnit(seed, k) - 1);
  const size = Math.hypot(...v);
  return v.map((c) => c / size);
}

function lead(seed: number, count: number, targetSpin: number[] | null, speed: number) {
  const q = Float64Array.from(randomUnit(seed, 4));
  const spin = Float64Array.from(randomUnit(seed + 1, 3), (c) => speed * c);
  const target = Float64Array.from(randomUnit(seed + 2, 4));
  const steps = Float64Array.from({ length: count }, (_, k) => (0.2 + hashUnit(seed, 9, k)) / 60);
  const key = new KeyLaw({ law: targetSpin ? 'velocity' : 'leastEffort', steps });
  const law = createStepLaw();
  let left = steps.reduce((sum, dt) => sum + dt, 0);
  for (let step = 0; step < count; step++) {
    key.at(law, step);
    leadTurn(q, 0, spin, 0, target, 0, targetSpin, law, steps[step], step === count - 1 ? steps[step] : left);
    left -= steps[step];
  }
  const cosine = Math.abs(q.reduce((sum, c, k) => sum + c * target[k], 0));
  return { spin, miss: 2 * Math.acos(Math.min(1, cosine)), length: Math.hypot(...q) };
}

describe.each([1, 2, 3, 4, 5, 6])('a controlled rotation reaches its target (seed %i)', (seed) => {
  test.each([1, 2, 3, 60, 480])('in %i steps', (count) => {
    for (const speed of [0, 1, 30]) {
      const { miss, length } = lead(100 * seed, count, null, speed);
      // The cosine of an angle below 2e-8 is exactly 1.
      expect(miss).toBeLessThan(5e-8);
      expect(length).toBeCloseTo(1, 14);
    }
  });

  test.each([2, 3, 60, 480])('with a spin at the end, in %i steps', (count) => {
    for (const size of [0, 2, 300]) {
      const targetSpin = randomUnit(seed, 3).map((c) => size * c);
      const { miss, spin } = lead(100 * seed, count, targetSpin, 4);
      expect(miss).toBeLessThan(5e-8);
      for (let k = 0; k < 3; k++) expect(Math.abs(spin[k] - targetSpin[k])).toBeLessThan(1e-9 * (1 + size));
    }
  });
});

test('the rotation about one axis follows the law of positions', () => {
  const steps = new Float64Array(30).fill(1 / 60);
  const key = new KeyLaw({ law: 'leastEffort', steps });
  const law = createStepLaw();
  const q = Float64Array.of(0, 0, 0, 1);
  const spin = Float64Array.of(0, 0, 0.4);
  const target = Float64Array.from(quaternionFromAxisAngle([0, 0, 1], 1.2));
  let [angle, speed] = [0, 0.4];
  for (let step = 0; step < 30; step++) {
    key.at(law, step);
    leadTurn(q, 0, spin, 0, target, 0, null, law, 1 / 60, (30 - step) / 60);
    speed = law.keep * speed + law.pull * (1.2 - angle);
    angle += speed / 60;
    expect(2 * Math.atan2(q[2], q[3])).toBeCloseTo(angle, 12);
    expect(spin[2]).toBeCloseTo(speed, 10);
  }
});

test('a free rotation has constant angular velocity', () => {
  const q = Float64Array.from([9, 9, ...quaternionFromAxisAngle([1, 0, 0], 0.3)]);
  const spin = Float64Array.of(7, 0, 2, 0);
  for (let step = 0; step < 100; step++) turnFreely(q, 2, spin, 1, 0.01);
  // A rotation by 2 rad about y after the first rotation.
  const [cx, sx] = [Math.cos(0.15), Math.sin(0.15)];
  const expected = [Math.cos(1) * sx, Math.sin(1) * cx, -Math.sin(1) * sx, Math.cos(1) * cx];
  expected.forEach((value, k) => {
    expect(q[2 + k]).toBeCloseTo(value, 12);
  });
  expect(Array.from(q.subarray(0, 2))).toEqual([9, 9]);
});
