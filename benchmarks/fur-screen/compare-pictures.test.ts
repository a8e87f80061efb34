import { expect, test } from 'vitest';
import { hashUnit } from '../../src/math/random.ts';
import { alike, comparePictures, findUnlike, type PictureBytes } from './compare-pictures.ts';

const [width, height] = [200, 150];
const background = [26, 31, 51];

/** A disc of blades that are light and dark by chance. */
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

test('blades in other places are alike', () => {
  const difference = comparePictures(drawDisc(1), drawDisc(2), background);
  expect(difference.color).toBeGreaterThan(0);
  expect(findUnlike(difference)).toEqual([]);
});

test('what looks different is not alike, and is told what it is', () => {
  const unlike = (look: Parameters<typeof drawDisc>[1]) =>
    findUnlike(comparePictures(drawDisc(1), drawDisc(2, look), background)).map(
      (words) => words.split(' ')[0],
    );
  expect(unlike({ light: 1.1 })).toEqual(expect.arrayContaining(['color', 'mean']));
  expect(unlike({ radius: 57 })).toEqual(expect.arrayContaining(['coverage', 'outline']));
  expect(unlike({ holes: 0.1 })).toEqual(expect.arrayContaining(['coverage', 'outline']));
  // Moved as a whole, colours and covered share stay the same.
  const moved = drawDisc(1);
  moved.bytes.copyWithin(0, 4 * 16, moved.bytes.length);
  expect(findUnlike(comparePictures(drawDisc(1), moved, background))[0]).toMatch(/^color/);
  // Nothing at all against a disc.
  expect(unlike({ radius: 0 })).toEqual(['color', 'mean', 'coverage', 'outline']);
});

test('two empty pictures are alike, and pictures of two sizes are a fault', () => {
  const nothing = drawDisc(1, { radius: 0 });
  expect(findUnlike(comparePictures(nothing, nothing, background))).toEqual([]);
  expect(() => comparePictures(nothing, { ...nothing, width: 100 }, background)).toThrow(/one size/);
  // A difference that is no number is not alike.
  expect(findUnlike({ ...alike, color: Number.NaN })).toHaveLength(1);
});
