import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { hashUnit } from '../math/random.ts';
import { sharedPath } from '../testing/shared.ts';
import { numberToHalf, packExrRuns, predictExrBytes, unpackExrRuns, unpredictExrBytes } from './exr.ts';
import { decodeExr, halfToNumber } from './exr-read.ts';
import { ExrEncoder, encodeExr, encodeExrColor } from './exr-write.ts';
import { decodePng16 } from './png-read.ts';
import { sameBytes } from './testing/same-bytes.ts';

const compressions = ['NONE', 'RLE', 'ZIP'] as const;

/** Creates the smooth heights, with exact noise below. */
function makeHeights(width: number, height: number, seed: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, k) => {
    const value = 0.1 * Math.sin((k % width) * 0.1) + 0.01 * hashUnit(seed, k, 0);
    return Math.round(value * 2 ** 20) / 2 ** 20;
  });
}

describe('EXR', () => {
  test.each(compressions)(
    '%s: any size survives the round trip bit-identically, with its attributes',
    (compression) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 60 }),
          fc.integer({ min: 1, max: 60 }),
          fc.integer(),
          (width, height, seed) => {
            const values = makeHeights(width, height, seed);
            const attributes = { 'aftermotion.cell': 0.01, comments: 'heights, ü' };
            const image = decodeExr(encodeExr(values, width, height, { compression, attributes }));
            expect([image.width, image.height, image.compression]).toEqual([width, height, compression]);
            expect(image.channels.map(({ name, type }) => `${name} ${type}`)).toEqual(['Y FLOAT']);
            expect(image.channels[0].values).toEqual(values);
            expect(image.attributes).toMatchObject(attributes);
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  test.each(compressions)('%s: NaN and infinite values survive the round trip too', (compression) => {
    const values = Float32Array.of(Number.NaN, Infinity, -Infinity, -0, 0, 1e-45, 3.4e38, -3.4e38);
    expect(decodeExr(encodeExr(values, 4, 2, { compression })).channels[0].values).toEqual(values);
  });

  test.each(compressions)(
    '%s: half floats in three channels come back, rounded to the nearest',
    (compression) => {
      const [width, height] = [37, 41];
      const values = Float32Array.from(
        { length: 3 * width * height },
        (_, k) => (hashUnit(3, k) - 0.5) * 10 ** (8 * hashUnit(4, k) - 6),
      );
      values.set([0, -0, 65504, 65519, 65520, -1e9, 2 ** -24, 2 ** -25, 3 * 2 ** -25, 2 ** -14, Number.NaN]);
      const image = decodeExr(encodeExrColor(values, width, height, { compression }));
      expect(image.channels.map(({ name, type }) => `${name} ${type}`)).toEqual([
        'B HALF',
        'G HALF',
        'R HALF',
      ]);
      for (const [c, k] of [
        [0, 2],
        [1, 1],
        [2, 0],
      ]) {
        const read = image.channels[k].values;
        for (let pixel = 0; pixel < width * height; pixel++)
          expect(read[pixel]).toBe(halfToNumber(numberToHalf(values[3 * pixel + c])));
      }
      expect(image.channels[2].values.slice(0, 2)).toEqual(Float32Array.of(0, 65504));
    },
  );

  test('halves: each survives the round trip; other values are rounded to the nearest, ties to even', () => {
    const wrong: number[] = [];
    for (let bits = 0; bits < 0x7c00; bits++) {
      const [value, next] = [halfToNumber(bits), halfToNumber(bits + 1)];
      const middle = (value + next) / 2;
      const isRight =
        numberToHalf(value) === bits &&
        numberToHalf(-value) === (bits | 0x8000) &&
        (next === Infinity ||
          (numberToHalf(middle) === (bits % 2 === 0 ? bits : bits + 1) &&
            numberToHalf(middle - (next - value) / 8) === bits &&
            numberToHalf(middle + (next - value) / 8) === bits + 1));
      if (!isRight) wrong.push(bits);
    }
    expect(wrong).toEqual([]);
    expect([65519.9, 65520, Infinity, -Infinity].map(numberToHalf)).toEqual([0x7bff, 0x7c00, 0x7c00, 0xfc00]);
    expect(Number.isNaN(halfToNumber(numberToHalf(Number.NaN)))).toBe(true);
  });

  test('row 0 is the first row of the file and is numbered 0', () => {
    const bytes = encodeExr(Float32Array.of(1, 2, 3, 4), 2, 2, { compression: 'NONE' });
    const view = new DataView(bytes.buffer);
    const rows = [bytes.length - 32, bytes.length - 16].map((at) => view.getInt32(at, true));
    expect(rows).toEqual([0, 1]);
    expect(view.getFloat32(bytes.length - 24, true)).toBe(1);
    expect(view.getFloat32(bytes.length - 4, true)).toBe(4);
  });

  test('a frame has the same bytes, regardless of earlier frames', () => {
    const encoder = new ExrEncoder(50, 40);
    const frame = makeHeights(50, 40, 1);
    for (let n = 0; n < 6; n++) {
      for (let k = 0; k < 30; k++) frame[Math.floor(hashUnit(1, k, n) * frame.length)] = n - 3;
      if (n === 3) frame.fill(-0, 800, 1600);
      expect(sameBytes(encoder.encode(frame), encodeExr(frame, 50, 40))).toBe(true);
    }
  });

  test('rows written from the bottom up are put in order', () => {
    const bytes = encodeExr(Float32Array.of(1, 2, 3, 4), 2, 2, { compression: 'NONE' });
    const table = bytes.length - 32 - 16;
    const turned = bytes.slice();
    turned.set(bytes.subarray(table, table + 8), table + 8);
    turned.set(bytes.subarray(table + 8, table + 16), table);
    expect(decodeExr(turned).channels[0].values).toEqual(Float32Array.of(1, 2, 3, 4));
  });

  test('halves at the limits of their range', () => {
    const cases = [0x0000, 0x0001, 0x03ff, 0x0400, 0x3c00, 0x3555, 0x7bff, 0xc000, 0x7c00];
    const expected = [0, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, 1, 0.333251953125, 65504, -2, Infinity];
    expect(cases.map(halfToNumber)).toEqual(expected);
    expect(halfToNumber(0x7e00)).toBeNaN();
  });

  test('run lengths and prediction are inverted exactly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 300 })), { maxLength: 12 }),
        (parts) => {
          const bytes = Uint8Array.from(
            parts.flatMap(([value, count]) => new Array<number>(count).fill(value)),
          );
          const packed = packExrRuns(bytes);
          const back = new Uint8Array(bytes.length);
          expect(unpackExrRuns(back, packed)).toBe(true);
          expect(sameBytes(back, bytes)).toBe(true);
          const predicted = new Uint8Array(bytes.length);
          predictExrBytes(predicted, bytes);
          unpredictExrBytes(back, predicted);
          expect(sameBytes(back, bytes)).toBe(true);
        },
      ),
    );
  });

  test.each(compressions)('%s: a truncated file is an input error at every length', (compression) => {
    const bytes = encodeExr(makeHeights(9, 20, 2), 9, 20, { compression });
    for (let size = 0; size < bytes.length; size += 7) {
      expect(() => decodeExr(bytes.subarray(0, size), 'cut.exr')).toThrow(InputError);
    }
  });

  test('damaged bytes give an input error or a picture, never another error', () => {
    const bytes = encodeExr(makeHeights(9, 20, 2), 9, 20);
    for (let k = 0; k < 600; k++) {
      const damaged = bytes.slice();
      damaged[Math.floor(hashUnit(4, k, 0) * bytes.length)] ^= 1 << (k % 8);
      try {
        decodeExr(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });

  test('unsupported features are reported, with a remedy', () => {
    const bytes = encodeExr(Float32Array.of(1), 1, 1);
    const piz = bytes.slice();
    piz[findText(bytes, 'compression\0compression\0') + 28] = 4;
    expect(() => decodeExr(piz, 'a.exr')).toThrow(/a\.exr: .*PIZ compression; save it as one part.*ZIP/);
    for (const [flag, word] of [
      [0x02, 'tiles'],
      [0x08, 'deep'],
      [0x10, 'multi-part'],
    ] as const) {
      const other = bytes.slice();
      other[5] = flag;
      expect(() => decodeExr(other)).toThrow(word);
    }
  });

  const folder = sharedPath('assets/terrain-unrealheightmap');
  test.skipIf(!folder)('real files, HALF and FLOAT, uncompressed (skips without the shared folder)', () => {
    const half = decodeExr(readFileSync(`${folder}/heightmap_16bit.exr`));
    const float = decodeExr(readFileSync(`${folder}/heightmap_32bit.exr`));
    const png = decodePng16(readFileSync(`${folder}/heightmap_16bit.png`));
    expect(half.channels.map(({ name, type }) => name + type)).toEqual(['BHALF', 'GHALF', 'RHALF']);
    expect(float.channels.map(({ name, type }) => name + type)).toEqual(['BFLOAT', 'GFLOAT', 'RFLOAT']);
    expect([half.width, half.height, float.width, float.height]).toEqual([253, 253, 253, 253]);
    // All three files contain the same ground: the values of the EXR are those of the PNG to the power 1.74, with rows in the same order.
    let worstFloat = 0;
    let worstHalf = 0;
    for (let k = 0; k < png.samples.length; k++) {
      const value = (png.samples[k] / 65535) ** 1.74;
      worstFloat = Math.max(worstFloat, Math.abs(float.channels[1].values[k] - value));
      worstHalf = Math.max(worstHalf, Math.abs(half.channels[1].values[k] - float.channels[1].values[k]));
    }
    expect(worstFloat).toBeLessThan(0.01);
    expect(worstHalf).toBeLessThan(0.0005);
    const { values } = float.channels[0];
    for (const compression of compressions) {
      const back = decodeExr(encodeExr(values, 253, 253, { compression }));
      expect(sameBytes(back.channels[0].values, values)).toBe(true);
    }
  });
});

function findText(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes).indexOf(text, 0, 'latin1');
}

test.each(['Y', 'R', 'RGB'] as const)(
  'floats in %s come back, and three.js reads the same',
  async (channels) => {
    const { EXRLoader } = await import('three/addons/loaders/EXRLoader.js');
    const { FloatType } = await import('three');
    const [width, height] = [23, 37];
    const values = makeHeights(width, height, 5);
    const bytes = new ExrEncoder(width, height, { channels }).encode(values);
    const ours = decodeExr(bytes).channels;
    expect(ours.map(({ name }) => name).join('')).toBe(channels === 'RGB' ? 'BGR' : channels);
    for (const channel of ours) expect(channel.values).toEqual(values);
    // three.js cannot read a file whose only channel is R; Blender 3.4 can.
    if (channels === 'R') return;
    const loader = new EXRLoader().setDataType(FloatType);
    const { data, width: across } = loader.parse(bytes.buffer) as unknown as {
      data: Float32Array;
      width: number;
    };
    expect(across).toBe(width);
    const stride = data.length / values.length;
    // The rows of three.js are ordered from bottom to top.
    for (const channel of channels === 'RGB' ? [0, 1, 2] : [0])
      for (let k = 0; k < values.length; k++) {
        const flipped = (height - 1 - Math.floor(k / width)) * width + (k % width);
        expect(data[stride * flipped + channel]).toBe(values[k]);
      }
  },
);
