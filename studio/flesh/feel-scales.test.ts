import { expect, test } from 'vitest';
import { fleshMaterials, fleshParams } from '../../src/systems/flesh/index.ts';
import { sliderSteps } from '../panels/field-model.ts';
import {
  bounciness,
  describeFeel,
  feelScale,
  feelToPhysical,
  lastingBounciness,
  physicalToFeel,
  softness,
  weight,
} from './feel-scales.ts';

const feels = { softness, bounciness, lastingBounciness, weight };

test.each(Object.entries(feels))(
  '%s converts to the physical value and back, and stays in its range',
  (_, feel) => {
    const spec = fleshParams[feel.param];
    for (let k = 0; k <= 20; k++) {
      const value = feelToPhysical(feel, k / 20);
      expect(value).toBeGreaterThan(spec.min);
      expect(value).toBeLessThanOrEqual(spec.max);
      // Values are rounded to three digits. The rounding error is at most a hundredth of the scale.
      expect(Math.abs(physicalToFeel(feel, value) - k / 20)).toBeLessThan(0.01);
    }
    expect(feelToPhysical(feel, -1)).toBe(feel.from);
    expect(feelToPhysical(feel, 2)).toBe(feel.to);
    expect(physicalToFeel(feel, Number.NaN)).toBeNaN();
    expect(physicalToFeel(feel, -3)).toBeNaN();
  },
);

test('every material is on the scales, which rise with softness and bounciness', () => {
  const soft = (name: keyof typeof fleshMaterials) =>
    physicalToFeel(softness, fleshMaterials[name].stiffness);
  for (const [name, { stiffness, damping, density }] of Object.entries(fleshMaterials)) {
    for (const fraction of [
      physicalToFeel(softness, stiffness),
      physicalToFeel(bounciness, damping),
      physicalToFeel(weight, density),
    ]) {
      expect(fraction, name).toBeGreaterThan(0.05);
      expect(fraction, name).toBeLessThan(0.95);
    }
  }
  expect(soft('jelly')).toBeGreaterThan(soft('fat'));
  expect(soft('fat')).toBeGreaterThan(soft('rubber'));
  expect(physicalToFeel(bounciness, fleshMaterials.jelly.damping)).toBeGreaterThan(
    physicalToFeel(bounciness, fleshMaterials.muscle.damping),
  );
});

test('no damping is the max bounciness, half-lives rise with bounciness', () => {
  expect(physicalToFeel(bounciness, 0)).toBe(1);
  expect(physicalToFeel(lastingBounciness, 0)).toBe(0);
  expect(feelToPhysical(lastingBounciness, 0.7)).toBeGreaterThan(feelToPhysical(lastingBounciness, 0.3));
});

test('the position of a slider follows from its value, and has a description', () => {
  const scale = feelScale(softness);
  expect(scale.toPosition(scale.toValue(120))).toBeCloseTo(120, 0);
  expect(scale.toPosition(1e9)).toBe(0);
  expect(scale.toPosition(1)).toBe(sliderSteps);
  expect(describeFeel(softness, 1e6)).toBe(softness.degrees[0]);
  expect(describeFeel(softness, 15000)).toBe('fat');
  expect(describeFeel(softness, 40000)).toBe('muscle');
  expect(describeFeel(weight, 1000)).toBe('water');
});
