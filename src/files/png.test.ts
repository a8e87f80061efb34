import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { decode, encode } from 'fast-png';
import { zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { hashUnit } from '../math/random.ts';
import { sharedPath } from '../testing/shared.ts';
import { encodePng8, encodePng16 } from './png.ts';
import { decodePng, decodePng16 } from './png-read.ts';
import { insertChunk, mendChecks } from './terrain/testing/insert-chunk.ts';
import { sameBytes } from './testing/same-bytes.ts';

/** Returns the concatenated IDAT data of all chunks. */
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
  test('samples are big-endian and come back exactly', () => {
    const png = encodePng16(new Uint16Array([0x0100, 0x00ff]), 2, 1);
    // The first row with filter Up equals its samples, high byte first.
    expect([...inflateSync(imageData(png))]).toEqual([2, 0x01, 0x00, 0x00, 0xff]);
    expect([...decodePng16(png).samples]).toEqual([256, 255]);
  });

  test('any size and content survives the round trip, with its text', () => {
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

  test('other kinds of PNG are refused with their depth and channels', () => {
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
  test.skipIf(!real)(
    'a real height map is read and written unchanged (skips without the shared folder)',
    () => {
      const { width, height, samples } = decodePng16(readFileSync(real!));
      expect([width, height]).toEqual([253, 253]);
      expect(new Set(samples).size).toBe(3143);
      expect(sameBytes(decodePng16(encodePng16(samples, width, height)).samples, samples)).toBe(true);
    },
  );
});

describe('8-bit PNG', () => {
  test.each([1, 3, 4] as const)('%i channels come back exactly', (channels) => {
    const pixels = Uint8Array.from({ length: 37 * 23 * channels }, (_, k) => 255 * hashUnit(3, k, 0));
    const back = decodePng(encodePng8(pixels, 37, 23, channels));
    expect([back.width, back.height, back.channels, back.depth]).toEqual([37, 23, channels, 8]);
    expect(new Uint8Array(back.data)).toEqual(pixels);
  });

  test('a wrong number of bytes is reported', () => {
    expect(() => encodePng8(new Uint8Array(5), 2, 2)).toThrow(/2 × 2 × 3 has 12 samples, got 5/);
  });
});

/** Returns a PNG file that consists of the given chunks. */
function assemble(chunks: readonly (readonly [type: string, data: Uint8Array])[]): Uint8Array {
  const parts = chunks.flatMap(([type, data]) => {
    const head = new Uint8Array(8);
    new DataView(head.buffer).setUint32(0, data.length);
    head.set(new TextEncoder().encode(type), 4);
    return [head, data, new Uint8Array(4)];
  });
  return mendChecks(Uint8Array.from(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])));
}

function headerOf(
  width: number,
  height: number,
  [depth, colorType, interlace]: readonly number[],
): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data.set([depth, colorType, 0, 0, interlace], 8);
  return data;
}

describe('contents of chunks', () => {
  const colorTypes = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;
  const kinds = ([1, 2, 3, 4] as const).flatMap((channels) =>
    [8, 16].flatMap((depth) => [0, 1].map((interlace) => ({ channels, depth, interlace }))),
  );

  test.each(kinds)(
    'rows of any filters are read as another reader does: $channels channels of $depth bits, interlaced $interlace',
    ({ channels, depth, interlace }) => {
      for (const [width, height] of [
        [1, 1],
        [3, 2],
        [13, 11],
      ]) {
        const header = headerOf(width, height, [depth, colorTypes[channels], interlace]);
        const size = 2 * (height + 8) * (1 + 2 * width * channels);
        // All bytes are 0 … 4. So every byte is a valid filter, wherever the rows of a pass begin.
        const rows = Uint8Array.from({ length: size }, (_, k) => 5 * hashUnit(8, k, channels));
        const bytes = assemble([
          ['IHDR', header],
          ['IDAT', zlibSync(rows)],
          ['IEND', new Uint8Array()],
        ]);
        expect([...decodePng(bytes).data]).toEqual([...decode(bytes).data]);
      }
    },
  );

  test('interlaced samples of less than 8 bits are placed correctly', () => {
    // One row of the pixels 0 1 2 3: pass 1 holds the first pixel, pass 4 the third, pass 6 the second and fourth.
    const bytes = assemble([
      ['IHDR', headerOf(4, 1, [2, 0, 1])],
      ['IDAT', zlibSync(Uint8Array.of(0, 0b00_000000, 0, 0b10_000000, 0, 0b01_11_0000))],
      ['IEND', new Uint8Array()],
    ]);
    expect([...decodePng(bytes).data]).toEqual([0b00_01_10_11]);
  });

  test('a suggested palette of a true-colour picture is ignored', () => {
    const bytes = insertChunk(encodePng8(Uint8Array.of(1, 2, 3), 1, 1), 'PLTE', Uint8Array.of(9, 9, 9));
    expect(decodePng(bytes).palette).toBeUndefined();
  });

  test('a picture in many chunks is read, and data after its pixels is ignored', () => {
    const png = encode({ width: 2, height: 2, data: Uint8Array.of(1, 2, 3, 4), depth: 8, channels: 1 });
    const data = imageData(png);
    const bytes = assemble([
      ['IHDR', headerOf(2, 2, [8, 0, 0])],
      ...Array.from(data, (byte) => ['IDAT', Uint8Array.of(byte)] as const),
      ['IEND', new Uint8Array()],
    ]);
    expect([...decodePng(Uint8Array.from([...bytes, 1, 2, 3])).data]).toEqual([1, 2, 3, 4]);
  });
});

describe('decompression decompression bombs', () => {
  test('at most the size in the header is unpacked', () => {
    const bomb = zlibSync(new Uint8Array(32 * 2 ** 20));
    // The end of the stream is damaged, so a decompression of the whole stream would fail.
    bomb.fill(7, bomb.length - 8192);
    const bytes = assemble([
      ['IHDR', headerOf(1, 1, [8, 0, 0])],
      ['IDAT', bomb],
      ['IEND', new Uint8Array()],
    ]);
    expect([...decodePng(bytes).data]).toEqual([0]);
  });

  test('a header with a size that its bytes cannot contain is refused before any allocation', () => {
    const bytes = assemble([
      ['IHDR', headerOf(2 ** 31 - 1, 2 ** 31 - 1, [16, 6, 0])],
      ['IDAT', zlibSync(new Uint8Array(100))],
      ['IEND', new Uint8Array()],
    ]);
    expect(() => decodePng(bytes, 'big.png')).toThrow(
      /big\.png: expected a complete PNG file.*2147483647 × 2147483647/,
    );
  });

  test.each(['iCCP', 'zTXt', 'iTXt', 'acTL', 'fdAT'])(
    'a chunk %s is ignored, regardless of its contents',
    (type) => {
      const bytes = insertChunk(encodePng8(Uint8Array.of(1, 2, 3), 1, 1), type, new Uint8Array(50).fill(7));
      expect([...decodePng(bytes).data]).toEqual([1, 2, 3]);
    },
  );
});
