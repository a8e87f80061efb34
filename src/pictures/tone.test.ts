import { expect, test } from 'vitest';
import { compressHighlights, decodeSrgb, displayByte, encodeSrgb, exposeLight, srgbByte } from './tone.ts';

test('bytes survive the conversion to linear and back', () => {
  for (let byte = 0; byte < 256; byte++) expect(encodeSrgb(decodeSrgb(byte))).toBe(byte);
});

test('the table deviates from the curve by at most one byte, and is monotonic', () => {
  let last = 0;
  for (let light = 0; light < 6; light += 0.0041) {
    const byte = displayByte(light);
    expect(Math.abs(byte - encodeSrgb(compressHighlights(light)))).toBeLessThanOrEqual(1);
    expect(byte).toBeGreaterThanOrEqual(last);
    last = byte;
    expect(Math.abs(exposeLight(light) - compressHighlights(Math.min(4, light)))).toBeLessThan(3e-4);
    if (light < 1) expect(Math.abs(srgbByte(light) - encodeSrgb(light))).toBeLessThanOrEqual(1);
  }
});

test('0, negative values and NaN are black, Infinity is white', () => {
  for (const light of [0, -1, Number.NaN]) {
    expect(displayByte(light)).toBe(0);
    expect(exposeLight(light)).toBe(0);
    expect(srgbByte(light)).toBe(0);
  }
  expect(displayByte(Infinity)).toBeGreaterThan(250);
  expect(srgbByte(Infinity)).toBe(255);
});
