import { zlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { inflateUpTo } from './inflate.ts';
import { sameBytes } from './testing/same-bytes.ts';

const data = Uint8Array.from({ length: 200_000 }, (_, k) => ((k * k) % 251) ^ (k >> 9));

test.each([0, 6] as const)(
  'a stream is decompressed completely, or up to the requested size (level %i)',
  (level) => {
    const packed = zlibSync(data, { level });
    expect(sameBytes(inflateUpTo(packed, data.length), data)).toBe(true);
    expect(sameBytes(inflateUpTo(packed, 1000), data.slice(0, 1000))).toBe(true);
    expect(sameBytes(inflateUpTo(packed, 2 * data.length), data)).toBe(true);
  },
);

test('only the requested size of a decompression bomb is unpacked', () => {
  const bomb = zlibSync(new Uint8Array(64 * 2 ** 20));
  // The end of the stream is damaged, so a decompression of the whole stream would fail.
  bomb.fill(7, bomb.length - 16_384);
  expect(() => inflateUpTo(bomb, 64 * 2 ** 20)).toThrow();
  expect([...inflateUpTo(bomb, 4)]).toEqual([0, 0, 0, 0]);
});

test.each([
  ['cut short', (packed: Uint8Array) => packed.slice(0, 50_000)],
  ['not packed', () => new Uint8Array(20_000).fill(7)],
])('a stream that is %s causes an error', (_, damage) => {
  expect(() => inflateUpTo(damage(zlibSync(data)), data.length)).toThrow();
});
