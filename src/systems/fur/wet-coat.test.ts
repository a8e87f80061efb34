import { expect, test } from 'vitest';
import { checkCoat } from '../../coats/blades/blade-coat.ts';
import { growBlades } from '../../coats/blades/grow-blades.ts';
import { InputError } from '../../input-error.ts';
import { furPresets } from './fur-presets.ts';
import { wetCoat, wetColors } from './wet-coat.ts';

test('wet coats are valid, and dry ones do not change', () => {
  for (const { coat, colors } of Object.values(furPresets)) {
    expect(wetCoat(coat, 0)).toEqual(coat);
    expect(wetColors(colors, 0)).toEqual(colors);
    for (const wetness of [0.3, 1]) expect(() => checkCoat(wetCoat(coat, wetness))).not.toThrow();
  }
});

test('long blades keep their roots, lengths and tones, and their tips draw together', () => {
  const { coat } = furPresets.elephant;
  const dry = growBlades(coat);
  const wet = growBlades(wetCoat(coat, 1));
  const { longCount } = dry;
  for (const name of ['x', 'y', 'length', 'tone'] as const)
    expect(wet[name].slice(0, longCount)).toEqual(dry[name].slice(0, longCount));
  /** Returns the number of cells of a fine grid that contain a tip. */
  const spread = ({ x, y, leanX, leanY }: typeof dry) => {
    const cells = new Set<number>();
    for (let k = 0; k < longCount; k++) {
      const [u, v] = [x[k] + leanX[k], y[k] + leanY[k]].map((value) =>
        Math.floor(32 * (value - Math.floor(value))),
      );
      cells.add(32 * u + v);
    }
    return cells.size;
  };
  expect(spread(wet)).toBeLessThan(0.8 * spread(dry));
});

test('the number of locks decreases with the wetness', () => {
  for (const { coat } of Object.values(furPresets)) {
    const locks = (wetness: number) => wetCoat(coat, wetness).clumps!.count;
    expect(locks(1)).toBeLessThan(0.6 * locks(0.01));
    expect(locks(0.5)).toBeGreaterThan(locks(1));
  }
});

test('hair becomes darker with the wetness', () => {
  const { colors } = furPresets.fox;
  const tip = (wetness: number) => wetColors(colors, wetness).tip[0] / colors.tip[0];
  expect(tip(0.5)).toBeCloseTo(0.75, 12);
  expect(tip(1)).toBeCloseTo(0.5, 12);
});

test('a wetness outside of 0 to 1 is refused', () => {
  for (const wetness of [-0.1, 1.1, Number.NaN]) {
    expect(() => wetCoat(furPresets.fox.coat, wetness)).toThrow(InputError);
    expect(() => wetColors(furPresets.fox.colors, wetness)).toThrow(InputError);
  }
});
