import { expect, test } from 'vitest';
import { hashUnit } from '../../src/math/random.ts';
import { alike, comparePictures, findUnlike, type PictureBytes } from './compare-pictures.ts';

const [width, height] = [200, 150];
const background = [26, 31, 51];

/** Draws a disc of blades with random lightness. */
function drawDisc(
  seed: number,
  look: { radius?: number; light?: number; holes?: number } = {},
): PictureBytes {
  const { radius = 60, light = 1, holes = 0 } = look;
  const bytes = new Uint8Array(4 * width * height);
  for (let k = 0; k < width * height; k++) {
    const isFur =
      Math.hypot((k % width) - 100, Math.floor(k / width) - 75) < radius && hashUnit(seed, k, 1) >= holes;
    const shade = light * (80 + 100 * hashUnit(seed, k));
    bytes.set(isFur ? [shade, 0.7 * shade, 0.4 * shade, 255] : [...background, 255], 4 * k);
  }
  return { width, height, bytes };
}

test('a picture does not differ from itself', () => {
  expect(comparePictures(drawDisc(1), drawDisc(1), background)).toEqual({
    color: 0,
    mean: 0,
    coverage: 0,
    outline: 0,
  });
});

test('pictures with blades at other positions are similar', () => {
  const difference = comparePictures(drawDisc(1), drawDisc(2), background);
  expect(difference.color).toBeGreaterThan(0);
  expect(findUnlike(difference)).toEqual([]);
});

test('different pictures are not similar, and the differences are described', () => {
  const unlike = (look: Parameters<typeof drawDisc>[1]) =>
    findUnlike(comparePictures(drawDisc(1), drawDisc(2, look), background)).map((text) => text.split(' ')[0]);
  expect(unlike({ light: 1.1 })).toEqual(expect.arrayContaining(['color', 'mean']));
  expect(unlike({ radius: 57 })).toEqual(expect.arrayContaining(['coverage', 'outline']));
  expect(unlike({ holes: 0.1 })).toEqual(expect.arrayContaining(['coverage', 'outline']));
  // A displacement of the whole fur does not change the colours and the covered fraction.
  const moved = drawDisc(1);
  moved.bytes.copyWithin(0, 4 * 16, moved.bytes.length);
  expect(findUnlike(comparePictures(drawDisc(1), moved, background))[0]).toMatch(/^color/);
  // These are the differences between an empty picture and a disc.
  expect(unlike({ radius: 0 })).toEqual(['color', 'mean', 'coverage', 'outline']);
});

test('two empty pictures are similar, and pictures of different sizes are an error', () => {
  const nothing = drawDisc(1, { radius: 0 });
  expect(findUnlike(comparePictures(nothing, nothing, background))).toEqual([]);
  expect(() => comparePictures(nothing, { ...nothing, width: 100 }, background)).toThrow(/one size/);
  // If a difference is NaN, the pictures do not count as similar.
  expect(findUnlike({ ...alike, color: Number.NaN })).toHaveLength(1);
});
