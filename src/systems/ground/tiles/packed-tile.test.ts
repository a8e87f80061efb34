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

test('displaced material is restored, and needs one bit per column where it is as expected', () => {
  const initial = Int32Array.from({ length: tileColumns }, (_, k) => 40 * (k % 7));
  const down = (value: number) => (value >> shift) << shift;
  // In turn: untouched, a ridge, a hole, and a hole that was refilled by 5000 units.
  const heights = initial.map((value, k) => value + [0, 9000, -20000 - k, -15000 - k][k % 4]);
  const pressed = Uint16Array.from(heights, (height, k) => {
    const reference = k % 4 === 3 ? height - 5000 : height;
    return k % 4 < 2 ? 0 : pressedBit | ((reference >> shift) & 0x7fff);
  });
  const expected = heights.map(
    (height, k) => [0, height - down(initial[k]), 0, height - down(height - 5000)][k % 4],
  );
  const odd = heights.map((height, k) => (k % 3 === 0 ? height - down(height - 700 * (k % 11)) : 0));
  const deep = heights.map((height) => height - down(-(2 ** 29)));
  const plain = packTile(heights, initial, pressed, shift)!;
  for (const displaced of [expected, odd, deep, new Int32Array(tileColumns)]) {
    const bytes = packTile(heights, initial, pressed, shift, null, displaced)!;
    const out = new Int32Array(tileColumns).fill(7);
    const [outHeights, outPressed] = [new Int32Array(tileColumns), new Uint16Array(tileColumns)];
    unpackTile(bytes, outHeights, initial, outPressed, shift, null, out);
    expect(out).toEqual(displaced);
    expect([outHeights, outPressed]).toEqual([heights, pressed]);
    if (displaced === expected) expect(bytes.length - plain.length).toBeLessThanOrEqual(768 / 8 + 1);
  }
});

test('a column that was refilled to its initial height is kept', () => {
  const initial = new Int32Array(tileColumns);
  const displaced = new Int32Array(tileColumns);
  displaced[77] = 4 << shift;
  const bytes = packTile(initial.slice(), initial, null, shift, null, displaced)!;
  const out = new Int32Array(tileColumns);
  unpackTile(bytes, new Int32Array(tileColumns), initial, new Uint16Array(tileColumns), shift, null, out);
  expect(out).toEqual(displaced);
});
