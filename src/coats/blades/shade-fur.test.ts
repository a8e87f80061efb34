import { expect, test } from 'vitest';
import { furPresets } from '../../systems/fur/fur-presets.ts';
import { furShadings, shadeFur } from './shade-fur.ts';

const colors = {
  root: [0.2, 0.1, 0],
  tip: [0.8, 0.5, 0.4],
  tipStart: 0.2,
  spread: 0.3,
  shadow: 0.9,
  gloss: 0.5,
  translucency: 0.5,
  ambient: 0.4,
} as const;
const texel = { tone: 0.5, along: 1, light: 0.25 };

function shade(look: keyof typeof furShadings, position = texel, lambert = 0.5): number[] {
  const out = [0, 0, 0];
  shadeFur(out, furShadings[look], colors, position, lambert);
  return out.map((value) => Math.round(1e9 * value) / 1e9);
}

test('each look of figure 2 adds one step to the previous one', () => {
  expect(shade('structure')).toEqual([0.34, 0.34, 0.34]);
  expect(shade('color')).toEqual([0.8, 0.5, 0.4]);
  expect(shade('shadow')).toEqual([0.8, 0.5, 0.4].map((c) => Math.round(1e9 * c * (1 - 0.9 * 0.75)) / 1e9));
  expect(shade('shaded')).toEqual(
    [0.8, 0.5, 0.4].map((c) => Math.round(1e9 * c * (1 - 0.9 * 0.75) * 0.7) / 1e9),
  );
});

test('colour goes from root to tip, from where the tip begins', () => {
  expect(shade('color', { ...texel, along: 0.2 })).toEqual([0.2, 0.1, 0]);
  expect(shade('color', { ...texel, along: 0.6 })).toEqual([0.5, 0.3, 0.2]);
});

test('blades differ by at most `spread`', () => {
  expect(shade('color', { ...texel, tone: 1 })[0]).toBeCloseTo(0.8 * 1.3, 9);
  expect(shade('color', { ...texel, tone: 0 })[0]).toBeCloseTo(0.8 * 0.7, 9);
});

test('the colours of the presets are linear light between 0 and 1', () => {
  for (const { colors: preset } of Object.values(furPresets))
    for (const value of [
      ...preset.root,
      ...preset.tip,
      preset.spread,
      preset.shadow,
      preset.ambient,
      preset.tipStart,
    ]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
});
