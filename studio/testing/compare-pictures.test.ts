import { expect, test } from 'vitest';
import { comparePictures, cropPicture, shrinkPicture } from './compare-pictures.ts';

test('a picture is reduced to the means of its squares, without incomplete squares at its edges', () => {
  const data = [10, 0, 0, 9, 20, 0, 0, 9, 99, 99, 99, 9, 30, 0, 4, 9, 40, 0, 0, 9, 99, 99, 99, 9];
  expect(shrinkPicture({ width: 3, height: 2, data }, 4, 2)).toEqual({
    width: 1,
    height: 1,
    data: Uint8Array.of(25, 0, 1),
  });
});

test('differences are measured as a mean, by pixel, and in the worst square', () => {
  const even = { width: 16, height: 16, data: new Uint8Array(3 * 256).fill(100) };
  const spot = { ...even, data: even.data.slice() };
  for (let row = 8; row < 12; row++) spot.data.fill(140, 3 * (16 * row + 8), 3 * (16 * row + 16));
  expect(comparePictures(even, even)).toEqual({
    mean: 0,
    visibleFraction: 0,
    worstSquare: { mean: 0, x: 0, y: 0 },
  });
  expect(comparePictures(even, spot)).toEqual({
    mean: 5,
    visibleFraction: 1 / 8,
    worstSquare: { mean: 20, x: 8, y: 8 },
  });
  const [a, b] = [even, spot].map((picture) => cropPicture(picture, [8, 8, 16, 12]));
  expect(comparePictures(a, b)).toMatchObject({ mean: 40, visibleFraction: 1 });
  expect(() => comparePictures(a, even)).toThrow('expected a picture of 8 × 4, got 16 × 16');
});
