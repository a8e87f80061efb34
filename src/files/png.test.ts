import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { hashUnit } from '../math/random.ts';
import { sharedPath } from '../testing/shared.ts';
import { decodePng, decodePng16, encodePng8, encodePng16 } from './png.ts';
import { sameBytes } from './testing/same-bytes.ts';

/** The concatenated IDAT data, found by walking the chunks. */
function imageData(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset);
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === 'IDAT') {
      return png.subarray(at + 8, at + 8 + view.getUint32(at));
    }
  }
  throw new Error('no IDAT');
}

describe('16-bit PNG', () => {
  test('DEV-19: samples are big-endian and come back exactly', () => {
    const png = encodePng16(new Uint16Array([0x0100, 0x00ff]), 2, 1);
    // Filter Up over nothing, then the samples, high byte first.
    expect([...inflateSync(imageData(png))]).toEqual([2, 0x01, 0x00, 0x00, 0xff]);
    expect([...decodePng16(png).samples]).toEqual([256, 255]);
  });

  test('any size and content comes back, with its text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 70 }),
        fc.integer(),
        fc.integer({ min: 0, max: 16 }),
        (width, height, seed, shift) => {
          const samples = Uint16Array.from(
            { length: width * height },
            (_, k) => (65535 * hashUnit(seed, k, 0)) >> shift,
          );
          const text = { 'aftermotion:minMetres': '-0.125', Comment: 'é and ü' };
          const back = decodePng16(encodePng16(samples, width, height, text));
          expect([back.width, back.height]).toEqual([width, height]);
          expect(back.samples).toEqual(samples);
          expect(back.text).toEqual(text);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a large picture is one stream that another inflater reads', () => {
    const samples = Uint16Array.from({ length: 800 * 200 }, (_, k) => (k * 2654435761) >>> 16);
    const raw = inflateSync(imageData(encodePng16(samples, 800, 200)));
    expect(raw.length).toBe(200 * 1601);
    expect(sameBytes(decodePng16(encodePng16(samples, 800, 200)).samples, samples)).toBe(true);
  });

  test('a PNG of another kind is refused with its depth and channels', () => {
    expect(() => decodePng16(encodePng8(new Uint8Array(12), 2, 2), 'a.png')).toThrow(
      /a\.png: expected a 16-bit greyscale PNG, got 8 bits and 3 channels/,
    );
  });

  test('a truncated or damaged file is an input error', () => {
    const png = encodePng16(new Uint16Array(64).fill(9), 8, 8);
    for (const size of [0, 5, 20, 40, png.length - 13]) {
      expect(() => decodePng(png.subarray(0, size), 'cut.png')).toThrow(InputError);
    }
    const damaged = png.slice();
    damaged[50] ^= 1;
    expect(() => decodePng(damaged)).toThrow(InputError);
  });

  const real = sharedPath('assets/terrain-unrealheightmap/heightmap_16bit.png');
  test.skipIf(!real)('a real height map goes through unchanged (skips without the shared folder)', () => {
    const { width, height, samples } = decodePng16(readFileSync(real!));
    expect([width, height]).toEqual([253, 253]);
    expect(new Set(samples).size).toBe(3143);
    expect(sameBytes(decodePng16(encodePng16(samples, width, height)).samples, samples)).toBe(true);
  });
});

describe('8-bit PNG', () => {
  test.each([1, 3, 4] as const)('%i channels come back exactly', (channels) => {
    const pixels = Uint8Array.from({ length: 37 * 23 * channels }, (_, k) => 255 * hashUnit(3, k, 0));
    const back = decodePng(encodePng8(pixels, 37, 23, channels));
    expect([back.width, back.height, back.channels, back.depth]).toEqual([37, 23, channels, 8]);
    expect(new Uint8Array(back.data)).toEqual(pixels);
  });

  test('a wrong number of bytes is named', () => {
    expect(() => encodePng8(new Uint8Array(5), 2, 2)).toThrow(/2 × 2 × 3 has 12 samples, got 5/);
  });
});
