import { expect, test } from 'vitest';
import { Hasher } from '../math/hash.ts';
import { hashUnit } from '../math/random.ts';
import { groundLook } from './ground-look.ts';
import { shadeRelief } from './shade-relief.ts';
import { displayByte } from './tone.ts';

const plain = { ...groundLook('sand'), grain: 0, bounce: 0 };

/** Creates a plane that rises by `slopeX` to the right and by `slopeY` downward. */
function makePlane(size: number, cell: number, slopeX: number, slopeY: number): Float32Array {
  return Float32Array.from(
    { length: size * size },
    (_, k) => ((k % size) * slopeX + Math.floor(k / size) * slopeY) * cell,
  );
}

test('the brightness of a tilted plane is its cosine to the light', () => {
  const [size, cell] = [60, 0.01];
  const sun = { towardX: -1, towardY: 0, slope: 1 };
  for (const tilt of [-0.5, -0.2, 0, 0.2, 0.4]) {
    const picture = shadeRelief(makePlane(size, cell, tilt, 0), size, size, cell, { look: plain, sun });
    const up = 1 / Math.sqrt(1 + tilt * tilt);
    // In (right, up), the direction of the light is (−1, 1)/√2, and the plane's normal is (−tilt, 1)/√(1 + tilt²).
    const facing = Math.max(0, ((tilt + 1) / Math.SQRT2) * up);
    const middle = 3 * (30 * size + 30);
    // Sunlight is scaled so that level ground gets 0.5 of it. A gentle plane does not hide any part of its own sky above 30°.
    const light = (c: number) =>
      plain.albedo[c] * (plain.sun[c] * Math.SQRT1_2 * facing + plain.sky[c] * (0.5 + 0.5 * up));
    for (let c = 0; c < 3; c++)
      expect(Math.abs(picture.rgb[middle + c] - displayByte(light(c))), `tilt ${tilt}`).toBeLessThanOrEqual(
        1,
      );
  }
});

test('a hollow is dark on the side of the light and bright on the far side', () => {
  const size = 80;
  const heights = Float32Array.from({ length: size * size }, (_, k) => {
    const [x, y] = [(k % size) - 40, Math.floor(k / size) - 40];
    return x * x + y * y < 400 ? -0.04 * (1 - (x * x + y * y) / 400) : 0;
  });
  const { rgb } = shadeRelief(heights, size, size, 0.01, { look: plain });
  const at = (x: number, y: number) => rgb[3 * (y * size + x)];
  expect(at(29, 28)).toBeLessThan(at(5, 5) - 15);
  expect(at(51, 52)).toBeGreaterThan(at(5, 5) + 10);
});

test('the same ground gives the same picture, byte for byte', () => {
  const size = 64;
  const heights = Float32Array.from({ length: size * size }, (_, k) => 0.02 * hashUnit(4, k));
  const hash = (material: string) =>
    new Hasher().bytes(shadeRelief(heights, size, size, 0.01, { look: groundLook(material) }).rgb).digest();
  expect(['sand', 'mud', 'snow', 'gravel'].map(hash)).toMatchInlineSnapshot(`
    [
      "229d4c0e097495c5",
      "db13ab8d5c2be3bf",
      "9d3f0f5c33532804",
      "67fb3f1c649dab0e",
    ]
  `);
});

test('heights that are not finite, one column and enormous heights cause no error', () => {
  const look = groundLook('mud');
  for (const heights of [[Number.NaN], [Infinity], [0]]) {
    expect(shadeRelief(Float32Array.from(heights), 1, 1, 0.01, { look }).rgb.length).toBe(3);
  }
  const wild = Float32Array.from({ length: 600 }, (_, k) =>
    k % 7 === 0 ? Number.NaN : k % 11 === 0 ? -Infinity : 1e6 * hashUnit(1, k),
  );
  const { rgb } = shadeRelief(wild, 30, 20, 0.01, { look });
  expect(rgb.length).toBe(1800);
  expect(Math.max(...rgb)).toBeGreaterThan(0);
});

test('wet ground is darker, stones are grey even if pressed, and fractions are blended', () => {
  const size = 16;
  const draw = (options: object) =>
    shadeRelief(new Float32Array(size * size), size, size, 0.01, { look: plain, plain: true, ...options })
      .rgb;
  const all = (value: number) => new Float32Array(size * size).fill(value);
  const middle = 3 * (8 * size + 8);
  const dry = draw({});
  const [damp, wet] = [draw({ wetness: all(0.4) }), draw({ wetness: all(1) })];
  expect(wet[middle]).toBeLessThan(damp[middle] - 10);
  expect(damp[middle]).toBeLessThan(dry[middle] - 10);
  const stony = draw({ stones: all(1), pressed: all(1) });
  expect(stony).toEqual(draw({ stones: all(1) }));
  expect(dry[middle] - dry[middle + 2]).toBeGreaterThan(stony[middle] - stony[middle + 2] + 20);
});
