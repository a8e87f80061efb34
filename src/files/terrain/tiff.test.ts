import { fromArrayBuffer, type TypedArray } from 'geotiff';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { sameBytes } from '../testing/same-bytes.ts';
import { readTerrain } from './read-terrain.ts';
import { type TiffSpec, writeTiff } from './testing/write-tiff.ts';

const [columns, rows] = [13, 7];

/** Returns numbers that the sample type stores exactly. Very large numbers of wide types are left out. */
function numbersOf(bits: number, format: string): Float64Array {
  const min = format === 'unsigned' ? 0 : -100;
  const values = Float64Array.from({ length: columns * rows }, (_, k) => min + ((k * 37) % 101));
  if (bits === 16 && format !== 'float') values[5] = format === 'unsigned' ? 65535 : 32767;
  if (bits === 32) values[5] = format === 'unsigned' ? 4294967295 : format === 'signed' ? -2147483648 : 0.1;
  if (bits === 64) values[5] = 0.1;
  return format === 'float' && bits === 32 ? Float64Array.from(values, Math.fround) : values;
}

const kinds = [
  [8, 'unsigned'],
  [8, 'signed'],
  [16, 'unsigned'],
  [16, 'signed'],
  [32, 'unsigned'],
  [32, 'signed'],
  [16, 'float'],
  [32, 'float'],
  [64, 'float'],
] as const;

const layouts = [{}, { rowsPerStrip: 3 }, { tile: [16, 16] }, { tile: [8, 4] }] as const;

const file = (bytes: Uint8Array, name = 'made.tif') => [{ name, bytes }];

test('every sample type, compression, predictor, layout and byte order gives the written numbers', async () => {
  let count = 0;
  for (const [bits, format] of kinds) {
    const values = numbersOf(bits, format);
    for (const compression of ['none', 'LZW', 'deflate', 'PackBits'] as const) {
      for (const predictor of format === 'float' ? ([1, 3] as const) : ([1, 2] as const)) {
        for (const layout of layouts) {
          for (const isBigEndian of [false, true]) {
            const isBig = count % 3 === 0;
            const spec = {
              columns,
              rows,
              samples: [values],
              bits,
              format,
              compression,
              predictor,
              ...layout,
            };
            const bytes = writeTiff({ ...spec, isBigEndian, isBig });
            const terrain = await readTerrain(file(bytes));
            if (!sameBytes(terrain.heights, values))
              throw new Error(JSON.stringify({ ...spec, samples: 0, isBigEndian, isBig }));
            count++;
          }
        }
      }
    }
  }
  expect(count).toBe(9 * 4 * 2 * 4 * 2);
});

test('predictor 2 of floats works on their bits as integers', async () => {
  const values = numbersOf(32, 'float');
  for (const isBigEndian of [false, true]) {
    const bytes = writeTiff({
      columns,
      rows,
      samples: [values],
      predictor: 2,
      compression: 'LZW',
      isBigEndian,
    });
    expect((await readTerrain(file(bytes))).heights).toEqual(values);
  }
});

test('LZW that fills its table and starts over', async () => {
  const [width, height] = [256, 200];
  const values = Float64Array.from({ length: width * height }, (_, k) => (k * 2654435761) % 65521);
  const bytes = writeTiff({
    columns: width,
    rows: height,
    samples: [values],
    bits: 16,
    format: 'unsigned',
    compression: 'LZW',
  });
  expect(sameBytes((await readTerrain(file(bytes))).heights, values)).toBe(true);
});

/** Reads the same file with an independent library. That library does not read big-endian files with predictor 2 correctly. */
test('agrees with the library geotiff', async () => {
  const specs: Partial<TiffSpec>[] = [
    { compression: 'LZW', tile: [16, 16] },
    { compression: 'deflate', predictor: 3, rowsPerStrip: 2 },
    { compression: 'LZW', bits: 16, format: 'signed', predictor: 2 },
    { compression: 'none', isBigEndian: true, bits: 64, isBig: true },
  ];
  for (const spec of specs) {
    const values = numbersOf(spec.bits ?? 32, spec.format ?? 'float');
    const bytes = writeTiff({ columns, rows, samples: [values], ...spec });
    const tiff = await fromArrayBuffer(bytes.slice().buffer);
    const [theirs] = (await (await tiff.getImage()).readRasters()) as unknown as TypedArray[];
    expect((await readTerrain(file(bytes))).heights).toEqual(Float64Array.from(theirs));
  }
});

test('a band is chosen by name, interleaved or planar; bands that differ are refused', async () => {
  const red = numbersOf(16, 'unsigned');
  const green = red.map((value) => 65535 - value);
  for (const isApart of [false, true]) {
    for (const layout of layouts) {
      const samples = [red, green, red];
      const bytes = writeTiff({ columns, rows, samples, bits: 16, format: 'unsigned', isApart, ...layout });
      expect((await readTerrain(file(bytes), { channel: 'green' })).heights).toEqual(green);
      expect((await readTerrain(file(bytes), { channel: 'red' })).heights).toEqual(red);
      await expect(readTerrain(file(bytes))).rejects.toThrow(/terrainChannel/);
    }
  }
});

test('integers are heights, or levels if the height of the max is given', async () => {
  const values = Float64Array.from([0, 1, 32767, 65535]);
  const bytes = writeTiff({ columns: 2, rows: 2, samples: [values], bits: 16, format: 'unsigned' });
  expect((await readTerrain(file(bytes))).heights).toEqual(values);
  const levels = await readTerrain(file(bytes), { low: -10, high: 55.535 });
  expect(levels.min).toBe(-10);
  expect(levels.max).toBeCloseTo(55.535, 12);
});

test("scale and offset of GDAL's metadata are used, its statistics are not", async () => {
  const metadata =
    '<GDALMetadata><Item name="STATISTICS_MINIMUM" sample="0">-66.6</Item>' +
    '<Item name="SCALE" sample="0" role="scale">0.5</Item><Item name="OFFSET" sample="0" role="offset">100</Item></GDALMetadata>';
  const values = [0, 10, 20, 30];
  const bytes = writeTiff({
    columns: 2,
    rows: 2,
    samples: [values],
    bits: 16,
    format: 'signed',
    text: { 42112: metadata },
  });
  const terrain = await readTerrain(file(bytes));
  expect([...terrain.heights]).toEqual([100, 105, 110, 115]);
  expect(terrain.min).toBe(100);
  expect(terrain.warnings).toEqual([
    expect.stringContaining('times 0.5 plus 100'),
    expect.stringContaining('whole numbers, steps of 0.5 m'),
  ]);
});

test('the parameter `scale` multiplies heights', async () => {
  const bytes = writeTiff({ columns: 2, rows: 1, samples: [[1, 3]] });
  const terrain = await readTerrain(file(bytes), { scale: 0.25 });
  expect([...terrain.heights]).toEqual([0.25, 0.75]);
  for (const scale of [0, -1, Number.NaN])
    await expect(readTerrain(file(bytes), { scale })).rejects.toThrow(/terrainScale > 0/);
  await expect(readTerrain(file(bytes), { spacing: [1, 0] })).rejects.toThrow(
    /terrainSpacing > 0 m, got 1 × 0/,
  );
});

test('transparent samples are masked if the second band is opacity; another second band is refused', async () => {
  const samples = [
    [5, 6, 7, 8],
    [255, 0, 1, 255],
  ];
  for (const kind of [1, 2]) {
    const bytes = writeTiff({ columns: 2, rows: 2, samples, shorts: { 338: [kind] } });
    const terrain = await readTerrain(file(bytes));
    expect([...terrain.mask!]).toEqual([0, 1, 0, 0]);
    expect(terrain.min).toBe(5);
  }
  const bytes = writeTiff({ columns: 2, rows: 2, samples });
  await expect(readTerrain(file(bytes))).rejects.toThrow(/got R, G, which differ/);
  expect((await readTerrain(file(bytes), { channel: 'green' })).max).toBe(255);
});

test('a mask in a separate picture is reported', async () => {
  const bytes = writeTiff({ columns: 2, rows: 2, samples: [[1, 2, 3, 4]] });
  const mask = writeTiff({ columns: 2, rows: 2, samples: [[1, 1, 0, 1]], shorts: { 254: [4] } });
  // Joins both files: the directory of the second is moved, and its blocks are not used.
  const joined = new Uint8Array(bytes.length + mask.length);
  joined.set(bytes);
  joined.set(mask, bytes.length);
  const view = new DataView(joined.buffer);
  const start = view.getUint32(4, true);
  view.setUint32(
    start + 2 + 12 * view.getUint16(start, true),
    bytes.length + view.getUint32(bytes.length + 4, true),
    true,
  );
  const terrain = await readTerrain(file(joined));
  expect([...terrain.heights]).toEqual([1, 2, 3, 4]);
  expect(terrain.warnings).toEqual([
    expect.stringContaining('a mask that is a separate picture in the file'),
  ]);
});

test('unsupported features are reported', async () => {
  const base = { columns: 2, rows: 2, samples: [[1, 2, 3, 4]] };
  const refusals: [Partial<TiffSpec>, RegExp][] = [
    [{ shorts: { 259: [7] } }, /JPEG: save it with/],
    [{ shorts: { 259: [50000] } }, /Zstandard/],
    [{ shorts: { 339: [5] } }, /format 5/],
    [{ shorts: { 258: [64], 339: [1] } }, /unsigned numbers of 64 bits/],
    [{ shorts: { 262: [3] } }, /palette/],
    [{ shorts: { 317: [34892] } }, /predictor 34892/],
    [{ shorts: { 256: [0] } }, /0 × 2/],
    [{ shorts: { 256: [65535], 257: [65535] } }, /65535 × 65535/],
  ];
  for (const [spec, words] of refusals) {
    // If a tag occurs several times, its last entry is used.
    const bytes = writeTiff({ ...base, ...spec });
    const error = await readTerrain(file(bytes)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).toMatch(/^made\.tif: expected /);
  }
});

test('directories of reduced copies and masks are skipped, a circular list of directories is refused', async () => {
  const bytes = writeTiff({ columns: 2, rows: 2, samples: [[1, 2, 3, 4]], shorts: { 254: [1] } });
  // If the only directory is marked as a reduced copy, it is used.
  expect((await readTerrain(file(bytes))).max).toBe(4);
  const view = new DataView(bytes.buffer);
  const start = view.getUint32(4, true);
  const end = start + 2 + 12 * view.getUint16(start, true);
  view.setUint32(end, start, true);
  await expect(readTerrain(file(bytes))).rejects.toThrow(/cycle/);
});
