import { expect, test } from 'vitest';
import { linearOfSrgb } from '../../src/math/index.ts';
import { Exposure } from './exposure.ts';

/** Returns one row of pixels, RGBA: black, with a white square from `left` to `left + side`. */
function drawSquare(width: number, left: number, side: number): Uint8Array {
  return Uint8Array.from({ length: 4 * width }, (_, k) => {
    const x = Math.floor(k / 4);
    return k % 4 === 3 || (x >= left && x < left + side) ? 255 : 0;
  });
}

test('a white square that moves over black leaves linear ramps, as long as it moved', () => {
  const [width, side, moved] = [64, 30, 16];
  const exposure = new Exposure();
  for (let k = 0; k < moved; k++) exposure.add(drawSquare(width, 8 + k, side));
  const pixels = exposure.develop();
  for (let x = 0; x < width; x++) {
    // Each pixel is covered for the part of the time in which the square is there.
    const rising = Math.min(1, Math.max(0, (x - 7) / moved));
    const falling = Math.min(1, Math.max(0, (8 + side + moved - 1 - x) / moved));
    const light = linearOfSrgb(pixels[4 * x] / 255);
    expect(light, `pixel ${x}`).toBeCloseTo(Math.min(rising, falling), 2);
    expect(pixels[4 * x + 3]).toBe(255);
  }
  const ramp = Array.from({ length: width }, (_, x) => pixels[4 * x]).filter(
    (byte) => byte > 0 && byte < 255,
  );
  expect(ramp).toHaveLength(2 * (moved - 1));
});

test.each([1, 3, 16, 64])('%i equal pictures give the same bytes', (count) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const exposure = new Exposure();
  for (let k = 0; k < count; k++) exposure.add(bytes);
  expect([...exposure.develop()]).toEqual([...bytes]);
});
