import { readFileSync } from 'node:fs';
import { encode as encodePng } from 'fast-png';
import jpeg from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { linearOfSrgb } from '../math/srgb.ts';
import type { Picture } from '../motion/picture.ts';
import { sharedPath } from '../testing/shared.ts';
import { readPicture } from './picture.ts';
import { encodePng8, encodePng16 } from './png.ts';
import { packPng } from './testing/pack-png.ts';

/** Expects a picture that equals samples of 0..most after conversion to linear light. */
function expectPixels(picture: Picture, samples: readonly (readonly number[])[], max = 255): void {
  expect(picture.pixels.length).toBe(4 * samples.length);
  samples.forEach(([red, green, blue, alpha], k) => {
    const expected = [red, green, blue].map((value) => linearOfSrgb(value / max));
    [...expected, alpha / max].forEach((value, c) => {
      expect(picture.pixels[4 * k + c]).toBe(Math.fround(value));
    });
  });
}

const colors = [
  [255, 0, 0, 255],
  [1, 2, 3, 4],
  [200, 100, 50, 0],
  [12, 34, 56, 78],
  [90, 12, 34, 56],
  [0, 0, 0, 128],
];

describe('PNG', () => {
  test('colour and opacity of 8 bits, the first row on top', () => {
    const picture = readPicture(encodePng8(Uint8Array.from(colors.flat()), 3, 2, 4), 'a.png');
    expect([picture.width, picture.height]).toEqual([3, 2]);
    expectPixels(picture, colors);
  });

  test('colours without opacity are opaque', () => {
    const bytes = encodePng8(Uint8Array.from(colors.flatMap((color) => color.slice(0, 3))), 2, 3, 3);
    expectPixels(
      readPicture(bytes, 'a.png'),
      colors.map((color) => [...color.slice(0, 3), 255]),
    );
  });

  test('greys of 16 bits keep their precision', () => {
    const greys = [0, 1, 4660, 65535];
    const picture = readPicture(encodePng16(Uint16Array.from(greys), 4, 1), 'a.png');
    expectPixels(
      picture,
      greys.map((grey) => [grey, grey, grey, 65535]),
      65535,
    );
  });

  test('grey and opacity of 16 bits', () => {
    const data = Uint16Array.from([1000, 65535, 2000, 30000]);
    const bytes = encodePng({ width: 2, height: 1, data, depth: 16, channels: 2 });
    expectPixels(
      readPicture(bytes, 'a.png'),
      [
        [1000, 1000, 1000, 65535],
        [2000, 2000, 2000, 30000],
      ],
      65535,
    );
  });

  test.each([1, 2, 4, 8] as const)('a palette of %i bits, with opacity if present', (depth) => {
    const palette = [
      [255, 0, 0, 255],
      [0, 0, 255, 40],
    ];
    const picture = readPicture(packPng(depth, 3, [1, 0, 1, 1, 0, 0], palette), 'a.png');
    expectPixels(
      picture,
      [1, 0, 1, 1, 0, 0].map((index) => palette[index]),
    );
  });

  test.each([1, 2, 4] as const)('greys of %i bits, packed', (depth) => {
    const max = 2 ** depth - 1;
    const greys = [max, 0, 1, 1, max, 0];
    expectPixels(
      readPicture(packPng(depth, 0, greys), 'a.png'),
      greys.map((grey) => [grey, grey, grey, max]),
      max,
    );
  });
});

test('a JPEG with very many scans is refused, since each takes time but few bytes', () => {
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x12, 0xff, 0x00, 0xff, 0xd0, 0x34];
  const header = [0xff, 0xd8, 0xff, 0xe1, 0, 12, ...[0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0]];
  const bytes = (count: number) =>
    Uint8Array.from([...header, ...Array(count).fill(scan).flat(), 0xff, 0xd9]);
  expect(() => readPicture(bytes(201), 'a.jpg')).toThrow(
    'a.jpg: expected a JPEG file of at most 200 scans, got more',
  );
  expect(() => readPicture(bytes(200), 'a.jpg')).toThrow('expected a complete JPEG file');
});

describe('JPEG', () => {
  /** Red on the left half, blue on the right half. The halves are 16 pixels wide, so that no JPEG block contains both. */
  const halves = () => {
    const [width, height] = [32, 16];
    const data = new Uint8Array(4 * width * height);
    for (let k = 0; k < width * height; k++)
      data.set(k % width < 16 ? [255, 0, 0, 255] : [0, 0, 255, 255], 4 * k);
    return Uint8Array.from(jpeg.encode({ width, height, data }, 95).data);
  };
  /** Returns a JPEG that has an Exif orientation after its first marker. */
  const turned = (orientation: number) => {
    const tiff = [
      0x49,
      0x49,
      42,
      0,
      8,
      0,
      0,
      0,
      1,
      0,
      0x12,
      1,
      3,
      0,
      1,
      0,
      0,
      0,
      orientation,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ];
    const body = [...new TextEncoder().encode('Exif\0\0'), ...tiff];
    const bytes = halves();
    return Uint8Array.from([
      ...bytes.slice(0, 2),
      0xff,
      0xe1,
      0,
      body.length + 2,
      ...body,
      ...bytes.slice(2),
    ]);
  };
  const isRed = ({ pixels, width }: Picture, x: number, y: number) =>
    pixels[4 * (y * width + x)] > 0.9 && pixels[4 * (y * width + x) + 2] < 0.05;

  test('colours, opaque', () => {
    const picture = readPicture(halves(), 'a.jpg');
    expect([picture.width, picture.height]).toEqual([32, 16]);
    expect([isRed(picture, 2, 2), isRed(picture, 30, 14)]).toEqual([true, false]);
    expect(picture.pixels.filter((_, k) => k % 4 === 3).every((opacity) => opacity === 1)).toBe(true);
  });

  test.each([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ])('with Exif orientation %i, red is on the %s', (orientation, side) => {
    const picture = readPicture(turned(orientation), 'a.jpg');
    const { width, height } = picture;
    expect([width, height]).toEqual(orientation >= 5 ? [16, 32] : [32, 16]);
    const places = { left: [2, 8], right: [29, 8], top: [8, 2], bottom: [8, 29] } as const;
    const [x, y] = places[side as keyof typeof places];
    expect(isRed(picture, x, y)).toBe(true);
    expect(isRed(picture, width - 1 - x, height - 1 - y)).toBe(false);
  });
});

describe('what is refused', () => {
  const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  test.each([
    [letters('RIFF\0\0\0\0WEBPVP8 '), 'a WebP picture'],
    [letters('GIF89a'), 'a GIF picture'],
    [letters('\0\0\0 ftypavif'), 'an AVIF picture'],
    [letters('\0\0\0 ftypheic'), 'a HEIC picture'],
    [letters('\0\0\0 ftypisom'), 'a film'],
    [letters('BM\0\0'), 'a BMP picture'],
    [letters('II*\0'), 'a TIFF picture'],
    [letters('\x76\x2f\x31\x01'), 'an OpenEXR picture'],
    [letters('\xff\x0a'), 'a JPEG XL picture'],
    [letters('8BPS'), 'a Photoshop file'],
    [letters('<svg '), 'a drawing (.svg)'],
    [letters(''), 'an empty file'],
    [letters('hello'), 'something else'],
  ])('%#', (bytes, kind) => {
    expect(() => readPicture(bytes, 'a.png')).toThrow(
      `a.png: expected a picture (.png or .jpg), got ${kind}`,
    );
  });

  test('pictures that are too large are not unpacked', () => {
    const bytes = encodePng8(new Uint8Array(1), 1, 1, 1);
    new DataView(bytes.buffer).setUint32(16, 100_000);
    new DataView(bytes.buffer).setUint32(20, 100_000);
    expect(() => readPicture(bytes, 'a.png')).toThrow(
      'a.png: expected a picture of at most 4096 × 4096 pixels in total, got 100000 × 100000: make it smaller',
    );
  });

  test('half a file', () => {
    const bytes = encodePng8(
      new Uint8Array(4096).map((_, k) => (k * k) % 251),
      32,
      32,
      4,
    );
    expect(() => readPicture(bytes.slice(0, 300), 'a.png')).toThrow(
      'a.png: expected a complete PNG file, got 300 bytes',
    );
    const photo = jpeg.encode(
      { width: 32, height: 32, data: new Uint8Array(4096).map((_, k) => (k * k) % 251) },
      90,
    );
    expect(() => readPicture(Uint8Array.from(photo.data).slice(0, 700), 'a.jpg')).toThrow(
      'a.jpg: expected a complete JPEG file, got 700 bytes',
    );
  });
});

const map = sharedPath('assets/terrain-unrealheightmap/heightmap_16bit.png');

test.skipIf(!map)(
  `heights of 16 bits from a real file${map ? '' : ' (skipped: no folder shared/assets)'}`,
  () => {
    const { width, height, pixels } = readPicture(readFileSync(map as string), 'heightmap_16bit.png');
    expect([width, height]).toEqual([253, 253]);
    const levels = new Set(pixels.filter((_, k) => k % 4 === 0));
    expect([levels.size, Math.min(...levels), Math.max(...levels)]).toEqual([3143, 0, 1]);
  },
);
