import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pressedBit } from '../flow/sheet.ts';
import { packTile, tileColumns, unpackTile } from './packed-tile.ts';

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

test('the pressed depth of columns is restored, and needs few bytes where it equals their missing height', () => {
  const initial = Int32Array.from({ length: tileColumns }, (_, k) => 40 * (k % 7));
  const heights = initial.map((value, k) => (k % 3 === 0 ? value - 20000 - k : value));
  const pressed = Uint16Array.from(heights, (height, k) =>
    k % 3 === 0 ? pressedBit | ((height >> shift) & 0x7fff) : 0,
  );
  const lacking = heights.map((height, k) => initial[k] - height);
  const odd = lacking.map((units, k) => (k % 3 === 0 ? units + (k % 5) * 9000 : 0));
  const most = lacking.map((units) => (units === 0 ? 0 : 2 ** 30));
  const plain = packTile(heights, initial, pressed, shift)!;
  for (const pressedOut of [lacking, odd, most]) {
    const bytes = packTile(heights, initial, pressed, shift, pressedOut)!;
    const out = new Int32Array(tileColumns).fill(7);
    const [outHeights, outPressed] = [new Int32Array(tileColumns), new Uint16Array(tileColumns)];
    unpackTile(bytes, outHeights, initial, outPressed, shift, out);
    expect(out).toEqual(pressedOut);
    expect([outHeights, outPressed]).toEqual([heights, pressed]);
    // One bit for each of 342 pressed columns.
    if (pressedOut === lacking) expect(bytes.length - plain.length).toBeLessThan(342 / 8 + 4);
  }
});
