import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTile, tileColumns, unpackTile } from './packed-tile.ts';
import { pressedBit } from './sheet.ts';

const shift = 7;

function roundTrip(heights: Int32Array, initial: Int32Array, pressed: Uint16Array | null) {
  const bytes = packTile(heights, initial, pressed, shift)!;
  const outHeights = new Int32Array(tileColumns).fill(99);
  const outPressed = new Uint16Array(tileColumns).fill(99);
  const anyPressed = unpackTile(bytes, outHeights, initial, outPressed, shift);
  expect(outHeights).toEqual(heights);
  expect(outPressed).toEqual(pressed ?? new Uint16Array(tileColumns));
  expect(anyPressed).toBe(pressed?.some((word) => word !== 0) ?? false);
  return bytes;
}

test('packing and unpacking a tile gives the same columns', () => {
  const height = fc.oneof(
    fc.constant(null),
    fc.integer({ min: -(2 ** 30), max: 2 ** 30 }),
    fc.integer({ min: -9, max: 9 }),
  );
  const column = fc.tuple(height, fc.oneof(fc.constant(0), fc.integer({ min: pressedBit, max: 0xffff })));
  const tile = fc.array(column, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(tile, fc.integer({ min: -(2 ** 30), max: 2 ** 30 }), (pattern, level) => {
      const initial = Int32Array.from({ length: tileColumns }, (_, k) => level - (k % 5));
      const heights = initial.map((value, k) => pattern[k % pattern.length][0] ?? value);
      const pressed = Uint16Array.from(initial, (_, k) => pattern[k % pattern.length][1]);
      if (heights.every((value, k) => value === initial[k]) && pressed.every((word) => word === 0)) return;
      roundTrip(heights, initial, pressed);
    }),
    { numRuns: 60, seed: 20 },
  );
});

test('an untouched tile packs to nothing', () => {
  const initial = Int32Array.from({ length: tileColumns }, (_, k) => k * k);
  expect(packTile(initial.slice(), initial, null, shift)).toBeNull();
  expect(packTile(initial.slice(), initial, new Uint16Array(tileColumns), shift)).toBeNull();
});

test('a tile with one touched column takes a few bytes', () => {
  const initial = new Int32Array(tileColumns);
  const heights = initial.slice();
  heights[500] = -20000;
  expect(roundTrip(heights, initial, null).length).toBeLessThanOrEqual(12);
});
