import { expect, test } from 'vitest';
import { shrinkPicture } from './shrink-picture.ts';

function ramp(width: number, height: number) {
  return { width, height, pixels: Float32Array.from({ length: 4 * width * height }, (_, k) => k >> 2) };
}

test('small pictures are returned unchanged', () => {
  const picture = ramp(8, 3);
  expect(shrinkPicture(picture, 8)).toBe(picture);
});

test('large ones are halved until they fit; an even one keeps its mean', () => {
  const { width, height, pixels } = shrinkPicture(ramp(16, 4), 4);
  expect([width, height]).toEqual([4, 1]);
  expect(pixels.reduce((sum, value) => sum + value, 0) / 16).toBe(31.5);
  expect([pixels[0], pixels[4]]).toEqual([25.5, 29.5]);
});

test('odd sides: the last pixels are copied', () => {
  const { width, height, pixels } = shrinkPicture(ramp(5, 3), 3);
  expect([width, height]).toEqual([3, 2]);
  expect([pixels[0], pixels[8], pixels[12], pixels[20]]).toEqual([3, 6.5, 10.5, 14]);
});
